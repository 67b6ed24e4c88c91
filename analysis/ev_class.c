/* Classes: making them, and their method resolution order; ev_instance.c is about what is made of them. */
#include "analysis/ev_internal.h"

typedef VEC(ClassInfo *) ClassVec;

const Value *ev_class_value(Ev *ev, ClassInfo *cls) {
    if (!cls->value) {
        Value *value = ev_value(ev, V_CLASS);
        value->u.class_info = cls;
        cls->value = value;
    }
    if (cls->is_placed && !cls->is_told)
        ev_tell_class(ev, cls);
    return cls->value;
}

bool ev_is_subclass(const ClassInfo *cls, const ClassInfo *base) {
    for (uint32_t i = 0; i < cls->mro_count; i++)
        if (cls->mro[i] == base)
            return true;
    return false;
}

/* ---- method resolution order (C3)
 * ------------------------------------------------------------------------------------ */

static bool in_tail(ClassInfo *const *list, uint32_t count, const ClassInfo *cls) {
    for (uint32_t i = 1; i < count; i++)
        if (list[i] == cls)
            return true;
    return false;
}

static bool linearise(Ev *ev, ClassInfo *cls, ClassInfo **bases, uint32_t base_count) {
    uint32_t lists = base_count + 1;
    cls->bases = bases;
    cls->base_count = base_count;
    ClassInfo ***list = arena_array(ev->arena, ClassInfo **, lists);
    uint32_t *left = arena_array(ev->arena, uint32_t, lists);
    for (uint32_t i = 0; i < base_count; i++) {
        list[i] = bases[i]->mro;
        left[i] = bases[i]->mro_count;
    }
    list[base_count] = bases;
    left[base_count] = base_count;
    ClassVec mro = {0};
    vec_push(ev->arena, &mro, cls);
    for (;;) {
        ClassInfo *next = NULL;
        bool any = false;
        for (uint32_t i = 0; i < lists && !next; i++) {
            if (!left[i])
                continue;
            any = true;
            next = list[i][0];
            for (uint32_t k = 0; k < lists && next; k++)
                if (in_tail(list[k], left[k], next))
                    next = NULL;
        }
        if (!next) {
            cls->mro = mro.data;
            cls->mro_count = mro.len;
            return !any;
        }
        vec_push(ev->arena, &mro, next);
        for (uint32_t i = 0; i < lists; i++)
            if (left[i] && list[i][0] == next) {
                list[i]++;
                left[i]--;
            }
    }
}

/* ---- the class statement
 * ------------------------------------------------------------------------------------------------ */

static void inherit_flags(ClassInfo *cls, const ClassInfo *base) {
    cls->is_nn_module = cls->is_nn_module || base->is_nn_module;
    cls->is_enum = cls->is_enum || base->is_enum;
    cls->is_exception = cls->is_exception || base->is_exception;
    cls->is_namedtuple = cls->is_namedtuple || base->is_namedtuple;
    cls->is_derivative = cls->is_derivative || base->is_derivative;
    cls->is_opaque = cls->is_opaque || base->is_opaque;
    cls->has_metaclass = cls->has_metaclass || base->has_metaclass;
    ev_inherit_metaclass(cls, base);
    cls->is_abc = cls->is_abc || base->is_abc;
    cls->holds_items = cls->holds_items || base->holds_items;
    cls->assumed = cls->assumed || base->assumed;
    if (!cls->builtin && base->builtin && strcmp(base->builtin, "object"))
        cls->builtin = base->builtin;
    if (!cls->builtin_class && base->builtin_class && strcmp(base->builtin_class->name, "object"))
        cls->builtin_class = base->builtin_class;
}

/* Classes of the prelude that the evaluator knows by name. */
static void mark_prelude_class(ClassInfo *cls) {
    static const struct {
        const char *module, *name, *builtin;
        size_t flag;
    } rows[] = {{"torch_tensor", "Tensor", "torch.Tensor", 0},
                {"torch.nn.modules.module", "Module", NULL, offsetof(ClassInfo, is_nn_module)},
                {"torch.nn.parameter", "Parameter", "torch.nn.Parameter", 0},
                {"enum", "Enum", NULL, offsetof(ClassInfo, is_enum)},
                {"abc", "ABC", NULL, offsetof(ClassInfo, is_abc)},
                {"typing", "NamedTuple", NULL, offsetof(ClassInfo, is_namedtuple)},
                {"torch.autograd.function", "Function", NULL, offsetof(ClassInfo, is_derivative)},
                {"builtins", "BaseException", NULL, offsetof(ClassInfo, is_exception)}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!cls->module->is_prelude || strcmp(cls->module->name, rows[i].module) || strcmp(cls->name, rows[i].name))
            continue;
        if (rows[i].builtin)
            cls->builtin = rows[i].builtin;
        if (rows[i].flag)
            *(bool *)((char *)cls + rows[i].flag) = true;
    }
}

/* Members of an enumeration that derives from it are values of a built-in type too. */
static bool gives_values(const ClassInfo *base) {
    for (uint32_t i = 0; i < base->mro_count && !base->is_enum; i++)
        if (base->mro[i]->is_builtin && strcmp(base->mro[i]->name, "object") != 0)
            return true;
    return false;
}

/* A class of the prelude says how such members behave. */
static bool mix_in_values(Ev *ev, const AstNode *def, ClassInfo *cls, ClassVec *bases) {
    for (uint32_t i = 0, count = 0; i < bases->len; i++) {
        const ClassInfo *base = bases->data[i];
        bool is_int = base->is_builtin && !strcmp(base->name, "int");
        bool is_str = base->is_builtin && !strcmp(base->name, "str");
        if (!gives_values(base))
            continue;
        const Value *values = is_int || is_str ? ev_prelude(ev, "enum", is_int ? "_IntValues" : "_StrValues") : NULL;
        if (ev->fail.kind)
            return false;
        if ((!values || ++count > 1) && !ev->in_driver)
            return ev_fail(ev, D_UNSUPPORTED_OP, def->span, "an enumeration of %s", base->name) != NULL;
        if (values)
            bases->data[i] = values->u.class_info;
        else
            cls->is_opaque = cls->is_opaque || base->is_builtin;
    }
    return true;
}

/* Objects of a class keep in them what one built-in class keeps. */
static bool have_two_layouts(const ClassVec *bases) {
    static const char *const layouts[] = {"int",   "float", "complex", "str", "bytes",    "bytearray",
                                          "tuple", "list",  "dict",    "set", "frozenset"};
    const char *found = NULL;
    for (uint32_t i = 0; i < bases->len; i++)
        for (size_t k = 0; bases->data[i]->builtin && k < COUNT_OF(layouts); k++) {
            if (strcmp(bases->data[i]->builtin, layouts[k]) != 0)
                continue;
            if (found && found != layouts[k])
                return true;
            found = layouts[k];
        }
    return false;
}

static bool eval_bases(Ev *ev, const AstNode *def, ClassInfo *cls, ClassVec *bases) {
    for (uint32_t i = 0; i < def->u.ClassDef.bases.len; i++) {
        const AstNode *node = def->u.ClassDef.bases.items[i];
        const Value *base = ev_eval(ev, node->kind == AST_Subscript ? node->u.Subscript.value : node);
        if (!base && !ev->in_driver)
            return false;
        const BuiltinClass *row = base && base->kind == V_CLASS ? base->u.class_info->builtin_class : NULL;
        if (row && row->is_final && base->u.class_info->is_builtin)
            return ev_raise(ev, "TypeError", node->span, "type '%s' is not an acceptable base type", row->name) != NULL;
        if (base && base->kind == V_CLASS) {
            vec_push(ev->arena, bases, base->u.class_info);
            continue;
        }
        ev_clear_fail(ev);
        bool typing_only = base && base->kind == V_EXTERNAL && !strncmp(base->u.str, "typing.", 7);
        cls->is_opaque = cls->is_opaque || !typing_only;
    }
    if (!cls->is_enum && !cls->module->is_prelude && have_two_layouts(bases))
        return ev_raise(ev, "TypeError", def->span, "multiple bases have instance lay-out conflict") != NULL;
    if (!bases->len)
        vec_push(ev->arena, bases, ev_builtin_class(ev, "object"));
    for (uint32_t i = 0; i < bases->len; i++)
        inherit_flags(cls, bases->data[i]);
    for (uint32_t i = 0; i < bases->len && !cls->is_enum && !cls->module->is_prelude; i++)
        if (!ev_stand_in(ev, &bases->data[i], &cls->holds_items))
            return false;
    return !cls->is_enum || mix_in_values(ev, def, cls, bases);
}

/* A metaclass other than those of the standard library that leave making and calling the class alone. */
static bool names_metaclass(const AstNode *def, bool *is_abc) {
    static const char *const plain[] = {"type", "ABCMeta", "EnumMeta", "EnumType"};
    for (uint32_t i = 0; i < def->u.ClassDef.keywords.len; i++) {
        const AstNode *keyword = def->u.ClassDef.keywords.items[i];
        if (!keyword->u.keyword.arg || strcmp(keyword->u.keyword.arg, "metaclass"))
            continue;
        Str name = ast_last_name(keyword->u.keyword.value);
        *is_abc = *is_abc || name == str_of("ABCMeta");
        for (size_t k = 0; k < COUNT_OF(plain); k++)
            if (name == str_of(plain[k]))
                return false;
        return true;
    }
    return false;
}

static bool sets_documentation(const AstNode *statement) {
    const AstNode *target = statement->kind == AST_Assign ? statement->u.Assign.targets.items[0] : NULL;
    return target && target->kind == AST_Name && !strcmp(target->u.Name.id, "__doc__");
}

/* The body of an installed class without `__doc__ = ...`: what it says is put together from texts of other modules,
 * which nothing else would read. */
static AstList without_documentation(Ev *ev, const AstList *body, ClassInfo *cls) {
    AstList kept = {.items = arena_array(ev->arena, AstNode *, body->len)};
    for (uint32_t i = 0; i < body->len; i++)
        if (sets_documentation(body->items[i]))
            heap_set(ev->heap, cls->dict, str_of("__doc__"), ev_unknown(ev, NULL, "the text of an installed class"));
        else
            kept.items[kept.len++] = body->items[i];
    return kept;
}

static bool is_name(Str text) {
    bool is_one = *text && (*text < '0' || *text > '9');
    for (const char *c = text; is_one && *c; c++)
        is_one = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_';
    return is_one;
}

/* Do the objects end in items, behind which there is no place for slots? */
static bool ends_in_items(const ClassInfo *cls) {
    static const char *const names[] = {"tuple", "int", "bytes"};
    return cls->is_namedtuple || (cls->builtin_class && IS_AMONG(names, cls->builtin_class->name));
}

static bool lacks_dict(Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 1; i + 1 < cls->mro_count; i++)
        if (!heap_get(ev->heap, cls->mro[i]->dict, str_of("__slots__")))
            return false;
    return true;
}

/* Python makes no class with other slots than names that its body does not set, and that the bases leave room for. */
static bool has_sound_slots(Ev *ev, const ClassInfo *cls, Span span) {
    const Value *slots = heap_get(ev->heap, cls->dict, str_of("__slots__"));
    const Value *const *items = &slots;
    uint32_t count = slots ? 1 : 0;
    bool sound = !slots || slots->kind == V_STR || ev_sequence(ev, slots, &items, &count);
    for (uint32_t i = 0; sound && i < count; i++) {
        Str name = items[i]->kind == V_STR ? items[i]->u.str : NULL;
        bool has_room = !ends_in_items(cls) && (!name || strncmp(name, "__", 2) || lacks_dict(ev, cls));
        sound = name && is_name(name) && !heap_get(ev->heap, cls->dict, name) && has_room;
    }
    return sound || ev_fail(ev, D_UNSUPPORTED_OP, span, "a class with such __slots__");
}

/* Python gives members their names and values as attributes. */
static bool hears_of_members(Ev *ev, const ClassInfo *cls) {
    const Value *hook = ev_class_lookup(ev, cls, str_of("__setattr__"), NULL);
    return hook && hook->kind == V_FUNCTION && !hook->u.function->is_prelude;
}

/* Names of Python's own and private ones (__x, _x_) are no members of an enumeration. */
static bool is_member_name(Str name) {
    size_t length = strlen(name);
    return name[0] != '_' || (length > 1 && name[1] != '_' && name[length - 1] != '_') || length == 1;
}

/* The name that a statement of a class body gives something; NULL: none, or several. */
static Str defined_name(const AstNode *statement, bool *is_member) {
    const AstNode *target = statement->kind == AST_Assign ? statement->u.Assign.targets.items[0] : NULL;
    *is_member = target && target->kind == AST_Name && is_member_name(target->u.Name.id);
    return target && target->kind == AST_Name   ? target->u.Name.id
           : statement->kind == AST_FunctionDef ? statement->u.FunctionDef.name
                                                : NULL;
}

/* The bodies of enumerations define each member once, and behind what says its value. */
static bool defines_members_once(Ev *ev, const AstNode *def) {
    Map names;
    map_init(&names, ev->arena);
    bool any = false;
    const AstList *body = &def->u.ClassDef.body;
    for (uint32_t i = 0; i < body->len; i++) {
        bool is_member;
        Str name = defined_name(body->items[i], &is_member);
        const AstNode *before = name ? map_get(&names, MAP_KEY(name)) : NULL;
        if (name && ((before && (is_member || before->kind == AST_Assign) && is_member_name(name)) ||
                     (any && name == str_of("_generate_next_value_"))))
            return ev_raise(ev, "TypeError", body->items[i]->span, "'%s' already defined", name) != NULL;
        if (name)
            map_put(&names, MAP_KEY(name), body->items[i]);
        any = any || is_member;
    }
    return true;
}

static bool run_class_body(Ev *ev, const AstNode *def, ClassInfo *cls) {
    bool is_installed = !cls->module->is_main && !cls->module->is_prelude;
    AstList body = def->u.ClassDef.body;
    if (is_installed)
        body = without_documentation(ev, &body, cls);
    Frame *frame = ev->frame;
    ObjId scope = frame->scope;
    const ScopeInfo *info = frame->info;
    ClassInfo *owner = frame->owner;
    bool tolerant = frame->tolerant;
    frame->tolerant = tolerant || ev->in_driver; /* an attribute that is not known is no reason to lose the class */
    frame->info = ev_scope_info(ev, def);
    frame->scope = cls->dict;
    frame->owner = cls;
    bool is_sound = !cls->is_enum || !cls->module->is_main || defines_members_once(ev, def);
    Exec status = is_sound ? ev_exec_block(ev, &body) : EX_FAIL;
    frame->scope = scope;
    frame->info = info;
    frame->owner = owner;
    frame->tolerant = tolerant;
    if (status == EX_NEXT && cls->is_enum && !ev->in_driver && hears_of_members(ev, cls))
        return ev_fail(ev, D_UNSUPPORTED_OP, def->span, "an enum that hears of what its members are given");
    if (status == EX_NEXT)
        return !cls->module->is_main || has_sound_slots(ev, cls, def->span);
    if (status != EX_FAIL)
        ev_fail(ev, D_UNSUPPORTED_SYNTAX, def->span, "this class body");
    return false;
}

/* Methods of an installed class that the prelude says in another way, in a class of the same name. Their facts are
 * those of what they stand for. */
static void replace_methods(Ev *ev, ClassInfo *cls) {
    Module *prelude = cls->module->is_prelude || cls->module->is_main ? NULL : ev_prelude_of(ev, cls->module);
    const Value *other = prelude ? ev_prelude_part(ev, prelude, cls->name) : NULL;
    ClassInfo *methods = other && other->kind == V_CLASS ? other->u.class_info : NULL;
    if (!methods || methods->module != prelude || methods == cls)
        return;
    const HeapContent *content = heap_content(ev->heap, methods->dict);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *own = heap_get(ev->heap, cls->dict, content->slots[i].name), *method = content->slots[i].value;
        if (!own || own->kind != V_FUNCTION || method->kind != V_FUNCTION)
            continue;
        method->u.function->replaces = own->u.function;
        heap_set(ev->heap, cls->dict, content->slots[i].name, method);
    }
}

/* The keywords of the class statement, but for the metaclass. */
static bool class_keywords(Ev *ev, const AstNode *def, CallArgs *args) {
    const AstList *keywords = &def->u.ClassDef.keywords;
    args->names = arena_array(ev->arena, Str, keywords->len + 1);
    args->keyword_values = arena_array(ev->arena, const Value *, keywords->len + 1);
    for (uint32_t i = 0; i < keywords->len; i++) {
        const AstNode *keyword = keywords->items[i];
        if (!keyword->u.keyword.arg)
            return ev_fail(ev, D_UNSUPPORTED_SYNTAX, keyword->span, "** in a class statement");
        if (strcmp(keyword->u.keyword.arg, "metaclass") == 0)
            continue;
        const Value *value = ev_eval(ev, keyword->u.keyword.value);
        if (!value)
            return false;
        args->names[args->keyword_count] = keyword->u.keyword.arg;
        args->keyword_values[args->keyword_count++] = value;
    }
    return true;
}

/* Descriptors are told which class they are an attribute of, and by what name. */
static bool name_descriptors(Ev *ev, ClassInfo *cls, Span span) {
    const HeapContent *content = heap_content(ev->heap, cls->dict);
    for (uint32_t i = 0; i < content->count; i++) {
        const Value *value = content->slots[i].value;
        if (!content->slots[i].name || value->kind != V_INSTANCE || value->u.instance.cls->is_opaque)
            continue;
        const Value *hook = ev_class_lookup(ev, value->u.instance.cls, str_of("__set_name__"), NULL);
        const Value *args[] = {value, ev_class_value(ev, cls), ev_str(ev, content->slots[i].name)};
        if (hook && hook->kind == V_FUNCTION && !ev_call_values(ev, hook, args, COUNT_OF(args), span))
            return false;
    }
    return true;
}

/* Hooks of the bases: __init_subclass__, and the prelude's own for enums and named tuples. */
bool ev_run_class_hooks(Ev *ev, ClassInfo *cls, const CallArgs *keywords, Span span) {
    static const char *const hooks[] = {"__pyaot_class_created__", "__init_subclass__"};
    const Value *self = ev_class_value(ev, cls);
    CallArgs none = {.args = &self, .count = 1}, named = *keywords;
    named.args = &self;
    named.count = 1;
    if (!name_descriptors(ev, cls, span))
        return false;
    bool is_told = false;
    for (size_t k = 0; k < COUNT_OF(hooks); k++) {
        for (uint32_t i = 1; i < cls->mro_count; i++) {
            const Value *hook = heap_get(ev->heap, cls->mro[i]->dict, str_of(hooks[k]));
            if (!hook)
                continue;
            const Value *inner = hook->kind == V_CLASSMETHOD ? hook->u.tuple.items[0] : hook;
            if (!ev_call(ev, inner, k ? &named : &none, span))
                return false;
            is_told = is_told || k;
            break;
        }
    }
    if (keywords->keyword_count && !is_told && !cls->metaclass && !ev->in_driver && !cls->is_opaque)
        return ev_raise(ev, "TypeError", span, "%s.__init_subclass__() takes no keyword arguments", cls->qualname) !=
               NULL;
    return true;
}

static bool run_hooks(Ev *ev, const AstNode *def, ClassInfo *cls) {
    CallArgs keywords = {0};
    if (!class_keywords(ev, def, &keywords))
        return false;
    return cls->metaclass && !cls->has_metaclass ? ev_finish_class(ev, cls, &keywords, def->span)
                                                 : ev_run_class_hooks(ev, cls, &keywords, def->span);
}

/* What a call has made is found by the class that has it for a base: class Sub(namedtuple("Base", "a b")). Of several
 * bases, a tuple is the __base__. */
static void place_bases(const Ev *ev, const ClassInfo *cls) {
    for (uint32_t i = 0; ev->in_driver && i < cls->base_count && !strchr(cls->qualname, '<'); i++) {
        ClassInfo *base = cls->bases[i];
        bool is_made = !base->def && !base->is_builtin && base->module == cls->module && !strchr(base->qualname, '<');
        if (is_made && !base->global && (base->is_namedtuple || cls->base_count == 1)) {
            base->global = str_format("%s.__base__", cls->qualname);
            return;
        }
    }
}

const Value *ev_make_class(Ev *ev, const AstNode *def) {
    ClassInfo *cls = arena_new_of(ev->arena, ClassInfo);
    cls->name = def->u.ClassDef.name;
    const ClassInfo *outer = ev->frame->info->kind == SCOPE_CLASS ? ev->frame->owner : NULL;
    cls->qualname = outer                 ? str_format("%s.%s", outer->qualname, cls->name)
                    : ev->frame->function ? str_format("%s.<locals>.%s", ev->frame->function->qualname, cls->name)
                                          : cls->name;
    cls->module = ev->frame->module;
    cls->def = def;
    cls->dict = heap_make(ev->heap, OBJ_CLASS, ev->frame->scope, ev_scope_info(ev, def));
    ClassVec bases = {0};
    const AstList *nodes = &def->u.ClassDef.decorator_list;
    const Value *const *decorators = ev_decorators(ev, nodes, &cls->assumed);
    if (!decorators || !eval_bases(ev, def, cls, &bases))
        return NULL;
    mark_prelude_class(cls);
    cls->has_metaclass = cls->has_metaclass || (names_metaclass(def, &cls->is_abc) && !ev_use_metaclass(ev, def, cls));
    if (cls->has_metaclass && !ev->in_driver) /* what its functions do is not seen */
        return ev_fail(ev, D_UNSUPPORTED_OP, def->span, "a class of a metaclass that pyaot cannot see into");
    if (!linearise(ev, cls, bases.data, bases.len))
        return ev_raise(ev, "TypeError", def->span, "cannot create a consistent method resolution order for %s",
                        cls->name);
    place_bases(ev, cls);
    bool evaluated = run_class_body(ev, def, cls);
    if (evaluated)
        replace_methods(ev, cls);
    uint32_t mark = heap_mark(ev->heap);
    if (!evaluated || (!run_hooks(ev, def, cls) && !ev_leave_out(ev, mark, &cls->assumed)))
        return NULL;
    return ev_decorate(ev, nodes, decorators, ev_class_value(ev, cls), &cls->assumed);
}

const Value *ev_class_from_parts(Ev *ev, const Value *name, const Value *bases, const Value *attributes, Span span) {
    const Value **items;
    uint32_t count;
    ClassVec list = {0};
    if (name->kind != V_STR || !name->u.str || attributes->kind != V_DICT ||
        !ev_iterate(ev, bases, &items, &count, span))
        return ev->fail.kind ? NULL : ev_raise(ev, "TypeError", span, "a name, bases and a dict expected");
    ClassInfo *cls = arena_new_of(ev->arena, ClassInfo);
    cls->name = cls->qualname = name->u.str;
    Frame *frame = ev->frame; /* the class belongs to the program's module that asked for it */
    while (frame->parent && frame->module->is_prelude)
        frame = frame->parent;
    cls->module = frame->module;
    cls->dict = heap_make(ev->heap, OBJ_CLASS, 0, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (items[i]->kind == V_CLASS)
            vec_push(ev->arena, &list, items[i]->u.class_info);
    if (!list.len)
        vec_push(ev->arena, &list, ev_builtin_class(ev, "object"));
    for (uint32_t i = 0; i < list.len; i++)
        inherit_flags(cls, list.data[i]);
    const HeapContent *content = heap_content(ev->heap, attributes->u.object);
    for (uint32_t i = 0; i < content->count; i++)
        if (content->slots[i].name)
            heap_set(ev->heap, cls->dict, content->slots[i].name, content->slots[i].value);
    if (!linearise(ev, cls, list.data, list.len))
        return ev_raise(ev, "TypeError", span, "cannot create a consistent method resolution order for %s", cls->name);
    return ev_class_value(ev, cls);
}

/* ---- built-in classes
 * ------------------------------------------------------------------------------------------------------ */

ClassInfo *ev_builtin_class(Ev *ev, const char *name) {
    const BuiltinClass *row = builtin_classes;
    while (row->name && (row->name[0] != name[0] || strcmp(row->name, name)))
        row++;
    if (!row->name)
        return NULL;
    ClassInfo *cls = map_get(&ev->memo, MAP_KEY(row));
    if (cls)
        return cls;
    cls = arena_new_of(ev->arena, ClassInfo);
    map_put(&ev->memo, MAP_KEY(row), cls);
    cls->name = cls->qualname = str_of(name);
    cls->builtin = row->name;
    cls->is_builtin = true;
    cls->builtin_class = row;
    cls->module = ev_import(ev, str_of("builtins"), no_span());
    cls->dict = heap_make(ev->heap, OBJ_CLASS, 0, NULL);
    ClassInfo *base = row->base ? ev_builtin_class(ev, row->base) : NULL;
    cls->mro_count = 1 + (base ? base->mro_count : 0);
    cls->mro = arena_array(ev->arena, ClassInfo *, cls->mro_count);
    cls->mro[0] = cls;
    for (uint32_t i = 1; i < cls->mro_count; i++)
        cls->mro[i] = base->mro[i - 1];
    cls->bases = cls->mro + 1;
    cls->base_count = base != NULL;
    return cls;
}

ClassInfo *ev_exception_class(Ev *ev, const char *name) {
    const Value *value = ev_prelude(ev, "builtins", name);
    return value && value->kind == V_CLASS ? value->u.class_info : NULL;
}

ClassInfo *ev_tensor_class(Ev *ev, bool parameter) {
    if (ev->tensor_classes[parameter])
        return ev->tensor_classes[parameter];
    const Value *cls =
        ev_prelude(ev, parameter ? "torch.nn.parameter" : "torch_tensor", parameter ? "Parameter" : "Tensor");
    if (!cls || cls->kind != V_CLASS) {
        ev_clear_fail(ev);
        cls = ev_prelude(ev, "torch_tensor", "Tensor");
    } else {
        ev->tensor_classes[parameter] = cls->u.class_info;
    }
    return cls && cls->kind == V_CLASS ? cls->u.class_info : NULL;
}

void ev_class_is_read(Ev *ev, const Value *value, Span span) {
    if (value->kind != V_TENSOR || !value->source)
        return;
    const char *name = value->u.tensor.is_parameter ? "torch.nn.parameter:Parameter" : "torch:Tensor";
    ev_fact(ev, &(Fact){.kind = FACT_CLASS, .span = span, .source = value->source, .text = str_of(name)});
}

static const char *const class_names[V_KIND_COUNT] = {
    [V_NONE] = "NoneType",
    [V_ELLIPSIS] = "ellipsis",
    [V_NOT_IMPLEMENTED] = "NotImplementedType",
    [V_BOOL] = "bool",
    [V_INT] = "int",
    [V_FLOAT] = "float",
    [V_STR] = "str",
    [V_BYTES] = "bytes",
    [V_SLICE] = "slice",
    [V_RANGE] = "range",
    [V_LIST] = "list",
    [V_DICT] = "dict",
    [V_SET] = "set",
    [V_CLASS] = "type",
    [V_FUNCTION] = "function",
    [V_METHOD] = "method",
    [V_TUPLE] = "tuple",
    [V_PROPERTY] = "property",
    [V_STATICMETHOD] = "staticmethod",
    [V_MODULE] = "module",
    [V_ITERATOR] = "generator",
    [V_CLASSMETHOD] = "classmethod",
    [V_PARTIAL] = "partial",
    [V_SUPER] = "super",
    [V_BUILTIN] = "builtin_function_or_method",
    [V_DTYPE] = "dtype",
    [V_DEVICE] = "device",
};

bool ev_is_untold_class(const ClassInfo *cls) { return cls->is_builtin && cls->name == str_of("iterator"); }

bool ev_is_of_type(const ClassInfo *cls) {
    bool is_plain = !cls->metaclass && !cls->has_metaclass && !cls->is_enum && !cls->is_abc && !cls->is_opaque;
    for (uint32_t i = 0; is_plain && i < cls->mro_count; i++) {
        const ClassInfo *base = cls->mro[i];
        bool of_prelude = base->module && base->module->is_prelude;
        is_plain = base->is_builtin || base->is_exception || base->is_nn_module || !of_prelude;
    }
    return is_plain;
}

bool ev_is_class_in_python(const Value *v) {
    static const char *const names[] = {"enumerate", "filter", "map", "reversed", "super", "zip"};
    return v->kind == V_BUILTIN && !v->u.builtin.self && IS_AMONG(names, v->u.builtin.builtin->name);
}

/* What a class has for its objects is a method_descriptor, if it is no special method: of these some are, others
 * wrapper_descriptors and, bound, method-wrappers. */
static ClassInfo *class_of_c_function(Ev *ev, const Value *function) {
    static const char *const of_class[] = {"from_bytes", "fromhex", "fromkeys", "maketrans"};
    const Value *self = function->u.builtin.self;
    const char *name = function->u.builtin.builtin->name;
    if (!self)
        return ev_builtin_class(ev, class_names[V_BUILTIN]);
    if (!strncmp(name, "__", 2))
        return NULL;
    bool is_unbound = self->kind == V_ELLIPSIS && !IS_AMONG(of_class, name);
    return ev_builtin_class(ev, is_unbound ? "method_descriptor" : class_names[V_BUILTIN]);
}

ClassInfo *ev_class_of(Ev *ev, const Value *v) {
    if (ev_is_alias(ev, v))
        return NULL;
    switch (v->kind) {
    case V_TENSOR:
        return ev_tensor_class(ev, v->u.tensor.is_parameter);
    case V_INSTANCE:
        return v->u.instance.cls;
    case V_ITERATOR:
        return ev_builtin_class(ev, ev_is_generator_object(ev, v) ? "generator" : "iterator");
    case V_CLASS:
        if (v->u.class_info->metaclass && !v->u.class_info->has_metaclass)
            return v->u.class_info->metaclass;
        if (v->u.class_info->is_enum) {
            const Value *meta = ev_prelude(ev, "enum", "EnumMeta");
            return meta && meta->kind == V_CLASS ? meta->u.class_info : NULL;
        }
        return ev_builtin_class(ev, "type");
    case V_TUPLE:
        return v->u.tuple.cls ? v->u.tuple.cls : ev_builtin_class(ev, "tuple");
    case V_LIST: /* a view of a dict has a class of its own */
        return heap_info(ev->heap, v->u.object) ? NULL : ev_builtin_class(ev, "list");
    case V_SET:
        return v->u.instance.cls ? v->u.instance.cls : ev_builtin_class(ev, "set");
    case V_DICT:
        return v->u.instance.cls ? v->u.instance.cls : ev_builtin_class(ev, "dict");
    case V_SCALAR:
        return ev_builtin_class(ev, ev_kind_name(v));
    case V_SERIES:
        return ev_builtin_class(ev, class_names[ev_series_kind(v)]);
    case V_ROWS:
        return ev_builtin_class(ev, ev_rows_is_list(v) ? "list" : "tuple");
    case V_BUILTIN:
        if (ev_is_class_in_python(v))
            return ev_builtin_class(ev, "type");
        return class_of_c_function(ev, v);
    default:
        return class_names[v->kind] ? ev_builtin_class(ev, class_names[v->kind]) : NULL;
    }
}
