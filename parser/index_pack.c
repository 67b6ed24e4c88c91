/* Indexes as bytes: see index_pack.h. The nodes come first, then a row for each entry that says where its node is. */
#include "parser/index_pack.h"

bool pack_index(PackWriter *writer, ModuleIndex *index, uint32_t *at, DiagList *diags) {
    uint32_t *places = arena_array(index->arena, uint32_t, index->len);
    for (uint32_t i = 0; i < index->len; i++) {
        const AstNode *node = index_parse(index, &index->entries[i], diags);
        if (!node)
            return false;
        bool again = i && index->entries[i - 1].node == node;
        places[i] = again ? places[i - 1] : writer->bytes.len;
        if (!again)
            pack_node(writer, node);
    }
    *at = writer->bytes.len;
    pack_number(writer, index->len);
    for (uint32_t i = 0; i < index->len; i++) {
        const IndexEntry *entry = &index->entries[i];
        pack_number(writer, (uint64_t)entry->kind << 1 | entry->conditional);
        pack_string(writer, entry->name);
        pack_string(writer, entry->owner);
        pack_number(writer, entry->span.begin);
        pack_number(writer, entry->span.end - entry->span.begin);
        pack_number(writer, places[i]);
    }
    pack_number(writer, index->typing.len);
    for (uint32_t i = 0; i < index->typing.len; i++) {
        pack_number(writer, index->typing.data[i].begin);
        pack_number(writer, index->typing.data[i].end);
    }
    return true;
}

ModuleIndex *unpack_index(Arena *arena, const SourceFile *file, const Pack *pack, uint32_t at) {
    PackReader reader = {.pack = pack, .at = pack->bytes + at};
    ModuleIndex *index = arena_new_of(arena, ModuleIndex);
    *index = (ModuleIndex){.file = file, .arena = arena, .pack = pack};
    map_init(&index->last_by_name, arena);
    index->len = (uint32_t)unpack_number(&reader);
    index->entries = arena_array(arena, IndexEntry, index->len);
    for (uint32_t i = 0; i < index->len; i++) {
        IndexEntry *entry = &index->entries[i];
        uint64_t flags = unpack_number(&reader);
        entry->kind = (IndexKind)(flags >> 1);
        entry->conditional = flags & 1;
        entry->name = unpack_string(&reader);
        entry->owner = unpack_string(&reader);
        entry->span = (Span){.file = file, .begin = (uint32_t)unpack_number(&reader)};
        entry->span.end = entry->span.begin + (uint32_t)unpack_number(&reader);
        entry->packed_at = (uint32_t)unpack_number(&reader);
    }
    for (uint64_t left = unpack_number(&reader); left; left--) {
        Span body = {.file = file, .begin = (uint32_t)unpack_number(&reader)};
        body.end = (uint32_t)unpack_number(&reader);
        vec_push(arena, &index->typing, body);
    }
    index_names(index);
    return index;
}
