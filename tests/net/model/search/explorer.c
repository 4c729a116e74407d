/* Explore every state of a table. States lie in the order in which they were met, so a saved run goes on where it ended.

   The arguments are key=value, as tests/net/model/explore.py writes them. The last line of the output is one JSON object. */
#include "properties.h"
#include "steps.h"

#include <signal.h>
#include <time.h>

typedef uint32_t Word;

static Seat *seats;            /* every different seat that was met, by number */
static uint32_t seat_count, seat_room, *seat_slots, seat_slot_room;
static Word *states;           /* H seats, then claims and phase */
static uint32_t *parents;      /* NOBODY for the first */
static uint32_t state_room, *slots;
static uint64_t slot_room;
static int words, honest[SEATS], honest_count;
enum { NOBODY = UINT32_MAX, MAX_ORDERS = 720 };

static struct {
    uint64_t states, next, steps, decided, forks, voids, evidenced, checked;
    double seconds;
} count;
static volatile sig_atomic_t interrupted;
static const char *wrong;
static uint32_t wrong_at, current = NOBODY;

static void interrupt(int signal) { (void)signal; interrupted = 1; }
static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }
static void *grown(void *old, size_t bytes) {
    void *new = realloc(old, bytes);
    if (!new) fprintf(stderr, "out of memory\n"), exit(3);
    return new;
}

/* --- seats and their numbers */

static uint32_t seat_number(const Seat *seat) {
    if (2 * seat_count >= seat_slot_room) {
        seat_slot_room = seat_slot_room ? 2 * seat_slot_room : 1 << 12;
        free(seat_slots);
        seat_slots = calloc(seat_slot_room, sizeof *seat_slots);
        for (uint32_t k = 0; k < seat_count; k++) {
            uint32_t slot = hashed(&seats[k], sizeof *seats) % seat_slot_room;
            while (seat_slots[slot]) slot = (slot + 1) % seat_slot_room;
            seat_slots[slot] = k + 1;
        }
    }
    uint32_t slot = hashed(seat, sizeof *seat) % seat_slot_room;
    for (; seat_slots[slot]; slot = (slot + 1) % seat_slot_room)
        if (!memcmp(&seats[seat_slots[slot] - 1], seat, sizeof *seat)) return seat_slots[slot] - 1;
    if (seat_count == seat_room) seat_room = seat_room ? 2 * seat_room : 1024, seats = grown(seats, seat_room * sizeof *seats);
    seats[seat_count] = *seat;
    seat_slots[slot] = ++seat_count;
    return seat_count - 1;
}

/* --- states that differ only in the names of honest seats are one */

static int orders[MAX_ORDERS][SEATS], order_count;
static struct { uint32_t room, *to; } moved_seats[MAX_ORDERS];
static uint16_t moved_proposals[MAX_ORDERS][MAX_PROPOSALS];

static void add_orders(int *to, int next) {
    if (next == honest_count) {
        bool same = true, fits = true;
        for EACH(s, live()) {
            same &= to[s] == s;
            fits &= (T.crashed >> s & 1) == (T.crashed >> to[s] & 1) && (T.leavers >> s & 1) == (T.leavers >> to[s] & 1);
        }
        if (!same && fits) memcpy(orders[order_count++], to, SEATS * sizeof *to);
        return;
    }
    for (int k = 0; k < honest_count; k++) {
        bool taken = false;
        for (int i = 0; i < next; i++) taken |= to[honest[i]] == honest[k];
        if (!taken) to[honest[next]] = honest[k], add_orders(to, next + 1);
    }
}

static Set moved_set(Set set, const int *to) {
    Set moved = 0;
    for EACH(s, set) moved |= 1 << to[s];
    return moved;
}

static uint16_t moved_proposal(uint16_t number, int order);

static Report moved_report(Report report, int order) {
    report.lock = moved_proposal(report.lock, order);
    report.names = moved_set(report.names, orders[order]);
    return report;
}

static uint16_t moved_proposal(uint16_t number, int order) {
    if (!number || moved_proposals[order][number]) return moved_proposals[order][number];
    const int *to = orders[order];
    Proposal old = proposals[number], new = {.log = old.log};
    new.lost = moved_set(old.lost, to), new.excused = moved_set(old.excused, to), new.shown = moved_set(old.shown, to);
    for EACH(s, old.shown) new.reports[to[s]] = moved_report(old.reports[s], order);
    return moved_proposals[order][number] = number_of(&new);
}

static uint32_t moved_seat(uint32_t number, int order) {
    uint32_t room = moved_seats[order].room;
    if (number >= room) {
        moved_seats[order].room = 2 * number + 1024;
        moved_seats[order].to = grown(moved_seats[order].to, moved_seats[order].room * sizeof(uint32_t));
        memset(moved_seats[order].to + room, 0, (moved_seats[order].room - room) * sizeof(uint32_t));
    }
    if (moved_seats[order].to[number]) return moved_seats[order].to[number] - 1;
    Seat seat = seats[number];
    for (int a = 0; a < T.attempts; a++) {
        seat.prepared[a] = moved_proposal(seat.prepared[a], order);
        seat.confirmed[a] = moved_proposal(seat.confirmed[a], order);
        seat.sync[a] = moved_report(seat.sync[a], order);
    }
    seat.farewell = moved_report(seat.farewell, order);
    uint32_t found = seat_number(&seat);
    moved_seats[order].to[number] = found + 1;
    return found;
}

static uint32_t moved_claims(uint32_t claims, const int *to) {
    uint32_t moved = 0;
    for EACH(s, T.honest)
        if (target_of(claims, s) >= 0) moved |= (uint32_t)(1 + 3 * to[target_of(claims, s)] + why_of(claims, s)) << 4 * to[s];
    return moved;
}

static void make_canonical(Word *state) {
    Word best[SEATS + 1], other[SEATS + 1];
    memcpy(best, state, words * sizeof *state);
    int index[SEATS];
    for (int k = 0; k < honest_count; k++) index[honest[k]] = k;
    for (int order = 0; order < order_count; order++) {
        for (int k = 0; k < honest_count; k++) other[index[orders[order][honest[k]]]] = moved_seat(state[k], order);
        other[honest_count] = (state[honest_count] & 0xF0000000u) | moved_claims(state[honest_count] & 0x0FFFFFFFu, orders[order]);
        if (memcmp(other, best, words * sizeof *best) < 0) memcpy(best, other, words * sizeof *best);
    }
    memcpy(state, best, words * sizeof *best);
}

/* --- the table of states */

static void unpack(uint32_t number, State *state, int *phase) {
    const Word *packed = states + (uint64_t)number * words;
    memset(state, 0, sizeof *state);
    for (int k = 0; k < honest_count; k++) state->seat[honest[k]] = seats[packed[k]];
    state->claims = packed[honest_count] & 0x0FFFFFFFu, *phase = packed[honest_count] >> 28;
}

static void make_slots(uint64_t room) {
    free(slots);
    slot_room = room, slots = calloc(room, sizeof *slots);
    if (!slots) fprintf(stderr, "out of memory\n"), exit(3);
    for (uint64_t k = 0; k < count.states; k++) {
        uint64_t slot = hashed(states + k * words, words * sizeof(Word)) & (room - 1);
        while (slots[slot]) slot = (slot + 1) & (room - 1);
        slots[slot] = k + 1;
    }
}

static bool remember(const Word *packed) {
    if (10 * count.states >= 7 * slot_room) make_slots(slot_room ? 2 * slot_room : 1 << 16);
    uint64_t slot = hashed(packed, words * sizeof(Word)) & (slot_room - 1);
    for (; slots[slot]; slot = (slot + 1) & (slot_room - 1))
        if (!memcmp(states + (uint64_t)(slots[slot] - 1) * words, packed, words * sizeof(Word))) return false;
    if (count.states == state_room) {
        state_room = state_room ? state_room + state_room / 2 : 1 << 16;
        states = grown(states, (uint64_t)state_room * words * sizeof(Word));
        parents = grown(parents, (uint64_t)state_room * sizeof *parents);
    }
    memcpy(states + count.states * words, packed, words * sizeof(Word));
    parents[count.states] = current;
    slots[slot] = ++count.states;
    return true;
}

static void report_wrong(const char *what) {
    if (!wrong) wrong = what, wrong_at = count.states - 1;
}

static void check(const State *state) {
    Fork fork = fork_of(state);
    count.decided += certificates_of(state).count > 0;
    if (an_honest_seat_is_convicted(state)) report_wrong("an honest seat is convicted");
    if (is_lost_without_a_case(state)) report_wrong("a seat is lost without a case");
    if (stops_signing_without_a_case(state)) report_wrong("a seat stops signing without a case");
    if (fork.found) {
        if (theorem_promises_one_log(state)) { report_wrong("fork"); return; }
        count.forks++, count.voids += voids_a_final_block(state);
        if (T.evidence) {
            if (fork_has_evidence(state, &fork)) count.evidenced++;
            else report_wrong("fork without evidence");
        }
        return;
    }
    count.checked++;
    const char *why = standstill(state);
    if (why) report_wrong(why);
}

static void emit(const State *state, int phase) {
    Word packed[SEATS + 1];
    count.steps++;
    for (int k = 0; k < honest_count; k++) packed[k] = seat_number(&state->seat[honest[k]]);
    packed[honest_count] = state->claims | (Word)phase << 28;
    if (order_count) make_canonical(packed);
    if (remember(packed)) check(state);
}

/* --- saved runs */

static const char MAGIC[16] = "agreement-2";

static void put(FILE *file, const void *data, size_t bytes) {
    if (fwrite(data, 1, bytes, file) != bytes) perror("cannot write the checkpoint"), exit(3);
}
static void get(FILE *file, void *data, size_t bytes) {
    if (fread(data, 1, bytes, file) != bytes) fprintf(stderr, "the checkpoint is too short\n"), exit(3);
}

static void save(const char *path) {
    char other[4096];
    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "wb");
    if (!file) perror("cannot write the checkpoint"), exit(3);
    put(file, MAGIC, sizeof MAGIC), put(file, &T, sizeof T), put(file, &count, sizeof count);
    put(file, &proposal_count, sizeof proposal_count), put(file, proposals, proposal_count * sizeof *proposals);
    put(file, &seat_count, sizeof seat_count), put(file, seats, seat_count * sizeof *seats);
    put(file, states, count.states * words * sizeof *states), put(file, parents, count.states * sizeof *parents);
    if (fclose(file) || rename(other, path)) perror("cannot write the checkpoint"), exit(3);
}

static bool resume(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    char magic[sizeof MAGIC];
    Table table;
    get(file, magic, sizeof magic), get(file, &table, sizeof table);
    if (memcmp(magic, MAGIC, sizeof magic) || memcmp(&table, &T, sizeof T))
        fprintf(stderr, "%s is a checkpoint of another table\n", path), exit(2);
    get(file, &count, sizeof count);
    uint32_t number;
    get(file, &number, sizeof number);
    get(file, proposals, number * sizeof *proposals);
    for (proposal_count = 1; proposal_count < number;) {
        Proposal next = proposals[proposal_count];
        number_of(&next);
    }
    get(file, &number, sizeof number);
    Seat seat;
    for (uint32_t k = 0; k < number; k++) get(file, &seat, sizeof seat), seat_number(&seat);
    state_room = count.states;
    states = grown(NULL, count.states * words * sizeof *states), parents = grown(NULL, count.states * sizeof *parents);
    get(file, states, count.states * words * sizeof *states), get(file, parents, count.states * sizeof *parents);
    fclose(file);
    uint64_t room = 1 << 16;
    while (7 * room <= 10 * count.states) room *= 2;
    make_slots(room);
    return true;
}

/* --- what a person reads */

static void print_set(const char *name, Set set) {
    printf("%s{", name);
    bool first = true;
    for EACH(s, set) printf("%s%d", first ? "" : ",", s), first = false;
    printf("}");
}

static void print_log(Log log) {
    printf("[");
    for (int k = length(log) - 1; k >= 0; k--) printf("%d", log >> k & 1);
    printf("]");
}

static void print_proposal(uint16_t number) {
    print_set(" lost ", proposals[number].lost);
    if (proposals[number].excused) print_set(" excused ", proposals[number].excused);
    printf(" log "), print_log(proposals[number].log);
}

static void print_report(Report report) {
    printf(" (tip "), print_log(report.tip);
    if (report.acked) printf(" acked %d", report.acked - 1);
    if (report.lock_attempt) printf(" lock of attempt %d:", report.lock_attempt), print_proposal(report.lock);
    printf(")");
}

static void print_seat(int s, const Seat *seat) {
    printf("    seat %d: tip ", s), print_log(seat->tip);
    if (seat->acked) printf(", ACK %d", seat->acked - 1);
    for (int a = 0; a < T.attempts; a++) {
        if (seat->synced >> a & 1) printf(", SYNC(%d)", a + 1), print_report(seat->sync[a]);
        if (seat->prepared[a]) printf(", PREPARE(%d)", a + 1), print_proposal(seat->prepared[a]);
        if (seat->confirmed[a]) printf(", CONFIRM(%d)", a + 1), print_proposal(seat->confirmed[a]);
    }
    if (seat->left) printf(", LEAVE"), print_report(seat->farewell);
    printf("\n");
}

static void print_trace(uint32_t at) {
    uint32_t path[256];
    int steps = 0;
    for (; at != NOBODY && steps < 256; at = parents[at]) path[steps++] = at;
    State before, now;
    memset(&before, 0, sizeof before);
    for (int k = steps - 1; k >= 0; k--) {
        int phase;
        unpack(path[k], &now, &phase);
        printf("  step %d%s\n", steps - 1 - k, order_count ? " (honest seats may change their numbers)" : "");
        for EACH(s, T.honest) if (memcmp(&now.seat[s], &before.seat[s], sizeof(Seat))) print_seat(s, &now.seat[s]);
        for EACH(s, T.honest)
            if (target_of(now.claims, s) >= 0 && now.claims != before.claims)
                printf("    seat %d claims seat %d: %s\n", s, target_of(now.claims, s),
                       (const char *[]){"vote", "missing", "sees it overdue, no claim"}[why_of(now.claims, s)]);
        before = now;
    }
}

/* A number that does not depend on the order of the search: which outcomes are met, for comparing two ways of searching. */
static void outcomes(uint64_t *different, uint64_t *sum) {
    uint64_t room = 1 << 20, *seen = calloc(room, sizeof *seen);
    *different = *sum = 0;
    for (uint64_t k = 0; k < count.states; k++) {
        State state;
        int phase;
        unpack(k, &state, &phase);
        uint64_t found = 0x9E37u + 31 * hashed(&(uint32_t){proven_tips(&state)}, 4);
        Quorums decided = certificates_of(&state);
        uint8_t outcome[64][2];
        int number = 0;
        for (int i = 0; i < decided.count; i++) {
            const Proposal *p = &proposals[decided.all[i].proposal];
            bool known = false;
            for (int j = 0; j < number; j++) known |= outcome[j][0] == p->lost && outcome[j][1] == p->log;
            if (!known) outcome[number][0] = p->lost, outcome[number][1] = p->log, found += hashed(outcome[number++], 2);
        }
        uint64_t slot = found & (room - 1);
        while (seen[slot] && seen[slot] != found) slot = (slot + 1) & (room - 1);
        if (!seen[slot]) seen[slot] = found, ++*different, *sum += found;
        if (2 * *different > room) break;
    }
    free(seen);
}

/* --- the run */

static long number(const char *text) { return strtol(text, NULL, 0); }

int main(int argc, char **argv) {
    uint64_t most = UINT64_MAX;
    double limit = 1e18, every = 10, began;
    const char *file = NULL;
    bool compare = false;
    memset(&T, 0, sizeof T);
    T.attempts = 1;
    for (int k = 1; k < argc; k++) {
        char *value = strchr(argv[k], '=');
        if (!value) return fprintf(stderr, "not key=value: %s\n", argv[k]), 2;
        *value++ = 0;
        if (!strcmp(argv[k], "seats")) T.seats = number(value);
        else if (!strcmp(argv[k], "blocks")) T.blocks = number(value);
        else if (!strcmp(argv[k], "attempts")) T.attempts = number(value);
        else if (!strcmp(argv[k], "losable")) T.losable = strtoull(value, NULL, 0);
        else if (!strcmp(argv[k], "liars")) T.liars = number(value);
        else if (!strcmp(argv[k], "leavers")) T.leavers = number(value);
        else if (!strcmp(argv[k], "crashed")) T.crashed = number(value);
        else if (!strcmp(argv[k], "convictions")) T.convictions = number(value);
        else if (!strcmp(argv[k], "evidence")) T.evidence = number(value);
        else if (!strcmp(argv[k], "claims")) T.claims = number(value);
        else if (!strcmp(argv[k], "layered")) T.layered = number(value);
        else if (!strcmp(argv[k], "symmetric")) T.symmetric = number(value);
        else if (!strcmp(argv[k], "honest_leaders")) T.honest_leaders = number(value);
        else if (!strcmp(argv[k], "quorum")) for (int m = 1; m <= SEATS && *value; m++, value++) T.quorum[m] = *value - '0';
        else if (!strcmp(argv[k], "without")) {
            int guard = 0;
            while (guard < GUARDS_COUNT && strcmp(GUARDS[guard], value)) guard++;
            if (guard == GUARDS_COUNT) return fprintf(stderr, "no such guard: %s\n", value), 2;
            T.without |= 1u << guard;
        } else if (!strcmp(argv[k], "states")) most = number(value);
        else if (!strcmp(argv[k], "seconds")) limit = atof(value);
        else if (!strcmp(argv[k], "every")) every = atof(value);
        else if (!strcmp(argv[k], "resume")) file = value;
        else if (!strcmp(argv[k], "compare")) compare = number(value);
        else return fprintf(stderr, "unknown argument: %s\n", argv[k]), 2;
    }
    if (T.seats < 2 || T.seats > SEATS || T.blocks < 0 || T.blocks > 2 || T.attempts < 1 || T.attempts > ATTEMPTS || T.liars >> T.seats
        || (T.claims && T.seats > 5))
        return fprintf(stderr, "no such table\n"), 2;
    T.honest = live() & ~T.liars, T.convictions = T.convictions && T.liars;
    for EACH(s, T.honest) honest[honest_count++] = s;
    words = honest_count + 1;
    if (T.symmetric) {
        int to[SEATS] = {0, 1, 2, 3, 4, 5};
        add_orders(to, 0);
    }
    signal(SIGINT, interrupt), signal(SIGTERM, interrupt);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!file || !resume(file)) {
        State first;
        memset(&first, 0, sizeof first);
        for EACH(s, T.honest) first.seat[s].contributed = 1, first.seat[s].tip = NO_BLOCK;
        emit(&first, 0);
    } else printf("goes on after %llu states\n", (unsigned long long)count.states);
    began = cpu_seconds() - count.seconds;
    double next_line = count.seconds + every, next_save = count.seconds + 600;
    while (count.next < count.states && !wrong && !interrupted && count.states < most) {
        State state;
        int phase;
        current = count.next;
        unpack(current, &state, &phase);
        if (!fork_of(&state).found) T.layered ? layered_steps(&state, phase) : plain_steps(&state);
        count.next++;
        if (count.next % 256) continue;
        count.seconds = cpu_seconds() - began;
        if (count.seconds > limit) break;
        if (count.seconds > next_line) {
            printf("%llu states, %llu of them explored, %llu steps, %.0f s\n", (unsigned long long)count.states,
                   (unsigned long long)count.next, (unsigned long long)count.steps, count.seconds);
            next_line = count.seconds + every;
        }
        if (file && count.seconds > next_save) save(file), next_save = count.seconds + 600;
    }
    count.seconds = cpu_seconds() - began;
    if (file && !wrong) save(file);
    if (wrong) printf("%s:\n", wrong), print_trace(wrong_at);
    printf("{\"states\": %llu, \"explored\": %llu, \"steps\": %llu, \"decided\": %llu, \"forks\": %llu, \"void_blocks\": %llu, \"with_evidence\": %llu, "
           "\"healed\": %llu, \"seconds\": %.1f, \"complete\": %s, \"wrong\": \"%s\"",
           (unsigned long long)count.states, (unsigned long long)count.next, (unsigned long long)count.steps,
           (unsigned long long)count.decided, (unsigned long long)count.forks, (unsigned long long)count.voids, (unsigned long long)count.evidenced,
           (unsigned long long)count.checked, count.seconds, count.next == count.states && !wrong ? "true" : "false", wrong ? wrong : "");
    if (compare) {
        uint64_t different, sum;
        outcomes(&different, &sum);
        printf(", \"outcomes\": %llu, \"sum\": \"%016llx\"", (unsigned long long)different, (unsigned long long)sum);
    }
    printf("}\n");
    return 0;
}
