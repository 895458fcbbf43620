/*
 * A label provider for the tests of security labels. PostgreSQL's packages have none.
 *
 * It needs no headers of PostgreSQL: it declares what it uses of the server. MAJOR is the version of the server.
 */
#if MAJOR >= 18
typedef struct {
    int version, funcmaxargs, indexmaxkeys, namedatalen, float8byval;
    char abi_extra[32];
} Values;
static const struct {
    int len;
    Values values;
    const char *name, *version;
} magic = {sizeof(magic), {MAJOR * 100, 100, 32, 64, 1, "PostgreSQL"}, 0, 0};
#else
static const struct {
    int len, version, funcmaxargs, indexmaxkeys, namedatalen;
#if MAJOR < 13
    int float4byval;
#endif
    int float8byval;
#if MAJOR >= 15
    char abi_extra[32];
#endif
} magic = {
    sizeof(magic), MAJOR * 100, 100, 32, 64,
#if MAJOR < 13
    1,
#endif
    1,
#if MAJOR >= 15
    "PostgreSQL",
#endif
};
#endif

const void *Pg_magic_func(void);
void _PG_init(void);
void register_label_provider(const char *name, void (*check)(const void *object, const char *label));

const void *Pg_magic_func(void) { return &magic; }

/* Each label is right. */
static void check(const void *object, const char *label) {
    (void)object;
    (void)label;
}

void _PG_init(void) {
    register_label_provider("labels", check);
    register_label_provider("my.\"labels'", check);
}
