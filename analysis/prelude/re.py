"""The module re, for patterns and texts of ASCII characters that are known, with the flags A, I, M and S: a matcher that
tries one way after another, as Python's does. Patterns that it does not know of, or that Python refuses, are left to
Python.

A pattern is a list of alternatives, each a list of nodes: tuples that begin with their kind. What is still to be matched
behind a node is a frame, linked to the one behind it."""

import enum
import operator

import _pyaot

_SPECIAL = frozenset("()[]{}?*+-|^$\\.&~# \t\n\r\v\f")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_MOST = 1 << 30
_ONE = ("char", "any", "set", "kind")  # nodes that match one character
_PLACES = ("begin", "end", "text_begin", "text_end", "border", "look", "behind")  # and those that match none
_FLAGS = {"a": 256, "i": 2, "m": 8, "s": 16}


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64

    def __repr__(self):
        _pyaot.cut("the text of a flag of regular expressions")

    __str__ = __repr__


ASCII = A = RegexFlag.ASCII
IGNORECASE = I = RegexFlag.IGNORECASE
UNICODE = U = RegexFlag.UNICODE
MULTILINE = M = RegexFlag.MULTILINE
DOTALL = S = RegexFlag.DOTALL


def _is_word(c):
    return "a" <= c <= "z" or "A" <= c <= "Z" or "0" <= c <= "9" or c == "_"


def _is_of_kind(kind, c):
    lower = kind.lower()
    found = "0" <= c <= "9" if lower == "d" else _is_word(c) if lower == "w" else c in " \t\n\r\f\v\x1c\x1d\x1e\x1f"
    return found if kind == lower else not found


def _unknown():
    _pyaot.cut("a regular expression that is not known to the compiler")


class _Parser:
    def __init__(self, text, flags):
        self.text, self.at = text, 0
        self.count, self.names, self.open = 0, {}, []
        leading = self.leading_flags()
        self.flags = "".join([letter for letter, flag in _FLAGS.items() if flags & flag or letter in leading])

    def leading_flags(self):
        end = self.text.find(")")
        letters = self.text[2:end]
        if not self.text.startswith("(?") or not letters or not all([c in "aims" for c in letters]):
            return ""
        self.at = end + 1
        return letters

    def peek(self):
        return self.text[self.at : self.at + 1]

    def take(self):
        c = self.peek()
        if not c:
            _unknown()
        self.at += 1
        return c

    def skip(self, text):
        found = self.text.startswith(text, self.at)
        if found:
            self.at += len(text)
        return found

    def number(self):
        begin = self.at
        while self.peek() and self.peek() in "0123456789":
            self.at += 1
        return int(self.text[begin : self.at]) if self.at > begin else None

    def alternatives(self):
        found = [self.sequence()]
        while self.skip("|"):
            found.append(self.sequence())
        return found

    def sequence(self):
        nodes = []
        while self.peek() and self.peek() not in "|)":
            nodes.append(self.repeated(self.node()))
        return nodes

    def repeated(self, node):
        c = self.peek()
        begin = self.at
        if c == "*" or c == "+" or c == "?":
            self.at += 1
            least, most = 1 if c == "+" else 0, 1 if c == "?" else _MOST
        elif c == "{":
            self.at += 1
            least = self.number()
            most = least
            if self.skip(","):
                most = self.number()
                most = _MOST if most is None else most
            if not self.skip("}") or (least is None and most == least):
                self.at = begin  # a plain bracket
                return node
            least = 0 if least is None else least
        else:
            return node
        if least > most or node[0] in _PLACES:
            _unknown()
        lazy = self.skip("?")
        if self.peek() and self.peek() in "*+?{":
            _unknown()
        if most > 1 and _may_be_empty([node]):
            _unknown()
        return ("repeat", node, least, most, lazy)

    def node(self):
        c = self.take()
        if c == ".":
            return ("any",)
        if c == "^":
            return ("begin",)
        if c == "$":
            return ("end",)
        if c == "[":
            return self.set()
        if c == "(":
            return self.group()
        if c == "\\":
            return self.escape()
        if c in "*+?":
            _unknown()
        return ("char", c)

    def escape(self):
        c = self.take()
        if c in "dDwWsS":
            return ("kind", c)
        if c == "b" or c == "B":
            return ("border", c == "b")
        if c == "A":
            return ("text_begin",)
        if c == "Z":
            return ("text_end",)
        if "1" <= c <= "9":
            if self.peek() and self.peek() in "0123456789":
                _unknown()
            return self.reference(int(c))
        return ("char", self.escaped(c))

    def escaped(self, c):
        if c in _CONTROLS and not (c == "0" and self.peek() and self.peek() in "01234567"):
            return _CONTROLS[c]
        if _is_word(c) and c != "_":
            _unknown()
        return c

    def reference(self, index):
        if index > self.count or index in self.open:
            _unknown()
        return ("same", index)

    def group(self):
        index = None
        if self.skip("?:"):
            pass
        elif self.skip("?="):
            return self.look(True)
        elif self.skip("?!"):
            return self.look(False)
        elif self.skip("?<="):
            return self.behind(True)
        elif self.skip("?<!"):
            return self.behind(False)
        elif self.skip("?P="):
            name = self.name(")")
            if name not in self.names:
                _unknown()
            return self.reference(self.names[name])
        else:
            name = self.name(">") if self.skip("?P<") else None
            if name is None and self.peek() == "?":
                _unknown()
            self.count += 1
            index = self.count
            if name is not None:
                if name in self.names:
                    _unknown()
                self.names[name] = index
            self.open.append(index)
        inner = self.alternatives()
        if not self.skip(")"):
            _unknown()
        if index is not None:
            self.open.remove(index)
        return ("group", index, inner)

    def look(self, wanted):
        before = self.count
        inner = self.alternatives()
        if not self.skip(")") or self.count != before:
            _unknown()
        return ("look", wanted, inner)

    def behind(self, wanted):
        _, _, inner = self.look(wanted)
        widths = [_width(nodes) for nodes in inner]
        if any([width != widths[0] for width in widths]):
            _unknown()
        return ("behind", wanted, inner, widths[0])

    def name(self, end):
        begin = self.at
        while self.peek() and self.peek() != end:
            self.at += 1
        name = self.text[begin : self.at]
        if not self.skip(end) or not name.isidentifier():
            _unknown()
        return name

    def set(self):
        wanted = not self.skip("^")
        items = []
        first = True
        while first or self.peek() != "]":
            first = False
            c = self.take()
            if c in "[-&~|" and self.peek() == c:
                _unknown()  # of which Python warns
            low = self.member(c)
            if low is not None and self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] != "]":
                self.at += 1
                high = self.member(self.take())
                if high is None or high < low:
                    _unknown()
                items.append((low, high))
            elif low is not None:
                items.append((low, low))
            else:
                items.append(self.text[self.at - 1])
        self.at += 1
        return ("set", wanted, items)

    def member(self, c):
        """A character of a set; None: the last one read names a kind of them."""
        if c != "\\":
            return c
        c = self.take()
        if c in "dDwWsS":
            return None
        return "\b" if c == "b" else self.escaped(c)


def _may_be_empty(nodes):
    for node in nodes:
        kind = node[0]
        if kind in _ONE or (kind == "repeat" and node[2] > 0 and not _may_be_empty([node[1]])):
            return False
        if kind == "group" and not any([_may_be_empty(part) for part in node[2]]):
            return False
    return True


def _number_of_flags(letters):
    number = 0 if "a" in letters else 32
    for letter, flag in _FLAGS.items():
        number += flag if letter in letters else 0
    return number


def _width(nodes):
    """Of all that they match, which Python asks for in front of a place."""
    width = 0
    for node in nodes:
        kind = node[0]
        if kind in _ONE:
            width += 1
        elif kind == "repeat" and node[2] == node[3]:
            width += node[2] * _width([node[1]])
        elif kind == "group":
            widths = [_width(part) for part in node[2]]
            if any([one != widths[0] for one in widths]):
                _unknown()
            width += widths[0]
        elif kind not in _PLACES:
            _unknown()
    return width


def _fits(node, c, flags):
    kind = node[0]
    if kind == "any":
        return c != "\n" or "s" in flags
    if kind == "kind":
        return _is_of_kind(node[1], c)
    cases = (c.lower(), c.upper()) if "i" in flags else (c,)
    if kind == "char":
        return node[1] in cases
    for item in node[2]:
        if _is_of_kind(item, c) if isinstance(item, str) else any([item[0] <= one <= item[1] for one in cases]):
            return node[1]
    return not node[1]


class _Run:
    """One attempt at a text from one place on. The spans of groups are undone where a way leads nowhere."""

    def __init__(self, text, parser, end, whole):
        self.text, self.end, self.whole, self.flags = text, end, whole, parser.flags
        self.spans = [(-1, -1)] * (parser.count + 1)
        self.avoided = -1  # a place where the match may not end

    def first(self, alternatives, behind, at):
        for nodes in alternatives:
            found = self.go((nodes, 0, behind), at)
            if found >= 0:
                return found
        return -1

    def go(self, frame, at):
        """The place where all of it has matched, or -1."""
        if frame is None:
            return -1 if at == self.avoided or (self.whole and at != self.end) else at
        if frame[0] == "close":
            return self.close(frame[1], (frame[2], at), frame[3], at)
        if frame[0] == "again":
            return self.repeat(frame[1], frame[2], frame[3], at)
        nodes, index, behind = frame
        while index < len(nodes):
            node = nodes[index]
            kind = node[0]
            index += 1
            if kind in _ONE:
                if at >= self.end or not _fits(node, self.text[at], self.flags):
                    return -1
                at += 1
            elif kind == "repeat":
                return self.repeat(node, 0, (nodes, index, behind), at)
            elif kind == "group":
                rest = (nodes, index, behind)
                return self.first(node[2], rest if node[1] is None else ("close", node[1], at, rest), at)
            elif kind == "same":
                begin, end = self.spans[node[1]]
                again, text = self.text[begin:end], self.text
                if "i" in self.flags:
                    again, text = again.lower(), text.lower()
                if begin < 0 or not text.startswith(again, at):
                    return -1
                at += end - begin
            elif not self.holds(node, at):
                return -1
        return self.go(behind, at)

    def close(self, group, span, behind, at):
        before = self.spans[group]
        self.spans[group] = span
        found = self.go(behind, at)
        if found < 0:
            self.spans[group] = before
        return found

    def repeat(self, node, count, behind, at):
        _, inner, least, most, lazy = node
        if inner[0] in _ONE and not lazy:
            stop = at
            while stop < self.end and stop - at < most and _fits(inner, self.text[stop], self.flags):
                stop += 1
            while stop - at >= least:
                found = self.go(behind, stop)
                if found >= 0:
                    return found
                stop -= 1
            return -1
        more = ([inner], 0, ("again", node, count + 1, behind))
        if count < least:
            return self.go(more, at)
        found = self.go(behind, at) if lazy else -1
        if found < 0 and count < most:
            found = self.go(more, at)
        return self.go(behind, at) if found < 0 and not lazy else found

    def holds(self, node, at):
        kind = node[0]
        if kind == "text_begin" or (kind == "begin" and "m" not in self.flags):
            return at == 0
        if kind == "begin":
            return at == 0 or self.text[at - 1] == "\n"
        if kind == "text_end":
            return at == self.end
        if kind == "end" and "m" in self.flags:
            return at == self.end or self.text[at] == "\n"
        if kind == "end":
            return at == self.end or (at == self.end - 1 and self.text[at] == "\n")
        if kind == "border":
            if self.end == 0 and not node[1]:
                _unknown()  # Python's answer changed with version 3.14
            before = at > 0 and _is_word(self.text[at - 1])
            behind = at < self.end and _is_word(self.text[at])
            return (before != behind) == node[1]
        if kind == "behind":
            at -= node[3]
            if at < 0:
                return not node[1]
        avoided, whole = self.avoided, self.whole
        self.avoided, self.whole = -1, False
        found = self.first(node[2], None, at)
        self.avoided, self.whole = avoided, whole
        return (found >= 0) == node[1]


class Match:
    def __init__(self, pattern, string, spans):
        self.re, self.string, self.pos, self.endpos = pattern, string, 0, len(string)
        self.regs = tuple(spans)

    def _index(self, group):
        if isinstance(group, str):
            index = self.re.groupindex.get(group, -1)
        else:
            index = operator.index(group)
        if not 0 <= index < len(self.regs):
            raise IndexError("no such group")
        return index

    def _text(self, index, default=None):
        begin, end = self.regs[index]
        return self.string[begin:end] if begin >= 0 else default

    def group(self, *groups):
        if len(groups) == 0:
            return self._text(0)
        found = [self._text(self._index(group)) for group in groups]
        return found[0] if len(found) == 1 else tuple(found)

    def __getitem__(self, group):
        return self._text(self._index(group))

    def groups(self, default=None):
        return tuple([self._text(index, default) for index in range(1, len(self.regs))])

    def groupdict(self, default=None):
        return {name: self._text(index, default) for name, index in self.re.groupindex.items()}

    def span(self, group=0):
        return self.regs[self._index(group)]

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def __pyaot_made_by__(self):
        _pyaot.cut("a match of a regular expression that leaves the compiled code")

    def __getattr__(self, name):
        _pyaot.cut("an attribute of a match of a regular expression")


class Pattern:
    """All that an object of it has is its text and flags, as Python's show no more of themselves."""

    def __init__(self, pattern, flags):
        self.pattern = pattern
        self.flags = flags
        letters = self._parsed()[1].flags
        if flags & 32 and "a" in letters:
            _unknown()
        self.flags = _number_of_flags(letters)

    def _parsed(self):
        parser = _Parser(self.pattern, self.flags)
        alternatives = parser.alternatives()
        if parser.at < len(self.pattern):
            _unknown()
        return alternatives, parser

    groups = property(lambda self: self._parsed()[1].count)
    groupindex = property(lambda self: self._parsed()[1].names)

    def _first(self, string, places, whole=False, avoided=-1):
        """The match that begins at the first place where one does, or None."""
        alternatives, parser = self._parsed()
        for at in places:
            run = _Run(string, parser, len(string), whole)
            run.avoided = avoided
            end = run.first(alternatives, None, at)
            avoided = -1
            if end >= 0:
                run.spans[0] = (at, end)
                return Match(self, string, run.spans)
        return None

    def _all(self, string, most=0):
        found = []
        at, avoided = 0, -1
        while most <= 0 or len(found) < most:
            match = self._first(string, range(at, len(string) + 1), avoided=avoided)
            if match is None:
                break
            found.append(match)
            begin, end = match.span()
            at, avoided = end, end if begin == end else -1
        return found

    def match(self, string, pos=0, endpos=None):
        return self._first(_known(string, pos, endpos), (0,))

    def fullmatch(self, string, pos=0, endpos=None):
        return self._first(_known(string, pos, endpos), (0,), whole=True)

    def search(self, string, pos=0, endpos=None):
        string = _known(string, pos, endpos)
        return self._first(string, range(len(string) + 1))

    def findall(self, string, pos=0, endpos=None):
        found = self._all(_known(string, pos, endpos))
        if self.groups == 0:
            return [match.group() for match in found]
        return [match.group(1) or "" if self.groups == 1 else match.groups("") for match in found]

    def finditer(self, string, pos=0, endpos=None):
        return _each(self._all(_known(string, pos, endpos)))

    def split(self, string, maxsplit=0):
        string = _known(string)
        parts, at = [], 0
        for match in self._all(string, operator.index(maxsplit)) if maxsplit >= 0 else []:
            begin, end = match.span()
            parts.append(string[at:begin])
            parts.extend(match.groups())
            at = end
        parts.append(string[at:])
        return parts

    def subn(self, repl, string, count=0):
        string = _known(string)
        parts, at = [], 0
        found = self._all(string, operator.index(count)) if count >= 0 else []
        plain = isinstance(repl, str)
        if plain:
            _known(repl)
        for match in found:
            begin, end = match.span()
            parts.append(string[at:begin])
            new = _filled(repl, match) if plain else repl(match)
            if not isinstance(new, str):
                _unknown()
            parts.append(new)
            at = end
        parts.append(string[at:])
        return "".join(parts), len(found)

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __pyaot_made_by__(self):
        _pyaot.cut("a pattern that leaves the compiled code")

    def __eq__(self, other):
        _pyaot.cut("a comparison of patterns")

    def __hash__(self):
        _pyaot.cut("the hash of a pattern")

    def __getattr__(self, name):
        _pyaot.cut("an attribute of a pattern")


def _each(found):
    for match in found:
        yield match


def _known(string, pos=0, endpos=None):
    if not isinstance(string, str) or not string.isascii() or pos != 0 or endpos is not None:
        _pyaot.cut("a search in what is no text of ASCII characters, or in a part of it")
    return string


def _filled(template, match):
    parts, at = [], 0
    while at < len(template):
        c = template[at]
        at += 1
        if c != "\\":
            parts.append(c)
            continue
        c = template[at : at + 1]
        at += 1
        if c == "g" and template[at : at + 1] == "<":
            stop = template.find(">", at)
            name = template[at + 1 : stop]
            if stop < 0 or not (name.isdecimal() or name in match.re.groupindex):
                _unknown()
            at = stop + 1
            parts.append(match.group(int(name) if name.isdecimal() else name) or "")
        elif c and c in "123456789" and not template[at : at + 1].isdecimal():
            parts.append(match.group(int(c)) or "")
        elif c and c in "ntrfva":
            parts.append(_CONTROLS[c])
        elif c == "\\":
            parts.append(c)
        else:
            _unknown()
    return "".join(parts)


def compile(pattern, flags=0):
    number = flags if type(flags) is int or isinstance(flags, RegexFlag) else -1
    if number < 0 or int(number) & ~314 or int(number) & 288 == 288 or (int(number) and isinstance(pattern, Pattern)):
        _pyaot.cut("flags of a regular expression")
    if isinstance(pattern, Pattern):
        return pattern
    return Pattern(_known(pattern), int(number))


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    return "".join(["\\" + c if c in _SPECIAL else c for c in _known(pattern)])
