print "old Python"
