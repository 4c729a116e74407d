/* The agreement of one view as an abstract machine: seats, blocks, attempts, what follows from reports, and the properties.

   docs/spec/model/README.md says what is modelled and what is abstracted. In short: the network is a pool of what honest seats have
   signed; anybody may use any of it later, or never. A liar has no state: it has signed everything it could ever sign. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 6
#define ATTEMPTS 4
#define MAX_PROPOSALS 65536
typedef uint8_t Set; /* of seats, one bit each */

/* A log of the view is a 1 followed by one bit for each block that stands: the version of the liar's content in it. */
typedef uint8_t Log;
enum { NO_BLOCK = 1 };

typedef struct { /* what a SYNC or a LEAVE says of its author; `acked` is 1 + version, `lock_attempt` is 1 + attempt, 0 is none */
    uint8_t tip, acked, lock_attempt, names;
    uint16_t lock, unused;
} Report;

typedef struct { /* a PROPOSE: what is decided (lost, log), who is excused in its attempt, and, for evidence, what it rests on */
    Set lost, excused;
    Log log;
    uint8_t shown;       /* the seats whose reports are in it, if reports are kept */
    Report reports[SEATS];
} Proposal;

typedef struct { /* all that an honest seat has signed in this view */
    uint8_t contributed, acked, tip, promised; /* `promised` is 1 + the attempt of the last SYNC */
    uint8_t synced, left, left_promised, unused;
    uint16_t prepared[ATTEMPTS], confirmed[ATTEMPTS]; /* numbers of proposals, 0 is none */
    Report sync[ATTEMPTS], farewell;
} Seat;

typedef struct { Seat seat[SEATS]; uint32_t claims; } State; /* claims: 4 bits a seat, 0 or 1 + 3 * target + why, up to 5 seats */

enum { PRESENT, MISSING, WATCHED }; /* why: a vote, a claim that the target is missing, or seeing it overdue without a claim */

/* --- the table that is explored */

typedef struct {
    int seats, blocks, attempts, quorum[SEATS + 1];
    uint64_t losable; /* which sets of seats may be lost, one bit for each set */
    Set liars, honest, leavers, crashed;
    bool convictions, evidence, claims, layered, symmetric, honest_leaders;
    uint32_t without; /* guards that were removed */
} Table;

enum { /* each is a guard of the protocol that can be removed, in the order of GUARDS */
    NO_LOCKS, NO_LOCK_VALUE, NO_LOCK_PROOF, NO_KEEP, NO_TWO_VERSIONS, NO_TIP_PROOF, NO_SIGNATURES, NO_QUORUM, NO_TWO_PHASES,
    NO_PREPARE_ONCE, NO_CONVICTED_SILENT, NO_UNANIMITY, NO_LEAVE_REPORT, NO_LEAVE_PROMISE, NO_PROMISE, NO_STALE, NO_CASE,
    NO_NAMED_SIGNS, NO_AUTHOR_EXCUSED, NO_SHOWN_REPORTS, GUARDS_COUNT
};
static const char *const GUARDS[] = {
    "locks", "lock-value", "lock-proof", "keep", "two-versions", "tip-proof", "signatures", "quorum", "two-phases", "prepare-once",
    "convicted-silent", "unanimity", "leave-report", "leave-promise", "promise", "stale", "case", "named-signs",
    "author-excused", "shown-reports",
};

static Table T;
static bool removed(int guard) { return T.without >> guard & 1; }
static int size(Set set) { return __builtin_popcount(set); }
static Set live(void) { return (1 << T.seats) - 1; }
static int faults(int m) { return m ? 2 * T.quorum[m] - m - 1 : 0; } /* F(m): the liars that cannot fork m seats */

#define EACH(seat, set) (int seat = 0; seat < T.seats; seat++) if ((set) >> seat & 1)

/* --- logs */

static int length(Log log) { return 31 - __builtin_clz(log); }
static Log extended(Log log, int version) { return log << 1 | version; }
static bool is_prefix(Log one, Log other) { return length(one) <= length(other) && other >> (length(other) - length(one)) == one; }

/* --- proposals are numbered, so that a seat holds two bytes for each */

static Proposal proposals[MAX_PROPOSALS];
static uint32_t proposal_count = 1, proposal_slots[4 * MAX_PROPOSALS];

static uint64_t hashed(const void *data, size_t bytes) {
    uint64_t hash = 0x9E3779B97F4A7C15u ^ bytes;
    const uint8_t *at = data;
    for (; bytes >= 4; bytes -= 4, at += 4) {
        uint32_t word;
        memcpy(&word, at, 4);
        hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    for (; bytes; bytes--) hash = (hash ^ *at++) * 0xC4CEB9FE1A85EC53u, hash ^= hash >> 29;
    return hash ^ hash >> 31;
}

static uint16_t number_of(const Proposal *proposal) {
    uint32_t slot = hashed(proposal, sizeof *proposal) % (4 * MAX_PROPOSALS);
    for (; proposal_slots[slot]; slot = (slot + 1) % (4 * MAX_PROPOSALS))
        if (!memcmp(&proposals[proposal_slots[slot]], proposal, sizeof *proposal)) return proposal_slots[slot];
    if (proposal_count == MAX_PROPOSALS) fprintf(stderr, "too many proposals for their numbers\n"), exit(3);
    proposals[proposal_count] = *proposal;
    return proposal_slots[slot] = proposal_count++;
}

static bool same_outcome(uint16_t one, uint16_t other) {
    return proposals[one].lost == proposals[other].lost && proposals[one].log == proposals[other].log;
}

/* --- blocks */

static bool acknowledged(const Seat *seat, Log log, int version) {
    if (length(seat->tip) > length(log)) return is_prefix(extended(log, version), seat->tip);
    return seat->tip == log && seat->acked == 1 + version;
}

static bool all_contributed(const State *state, Log log) {
    if (length(log) >= T.blocks) return false;
    for EACH(s, T.honest) {
        const Seat *seat = &state->seat[s];
        if (length(seat->tip) < length(log) || (length(seat->tip) == length(log) && !seat->contributed)) return false;
    }
    return true;
}

/* ACKs of all live seats exist; the liars have signed all. */
static bool is_final(const State *state, Log log, int version) {
    int count = 0;
    for EACH(s, T.honest) count += acknowledged(&state->seat[s], log, version);
    return count >= size(T.honest) - (removed(NO_UNANIMITY) ? 1 : 0);
}

static int versions(void) { return T.liars ? 2 : 1; }

/* The logs that can be proven final, as bits numbered by the log's code. */
static uint32_t proven_tips(const State *state) {
    uint32_t tips = 1 << NO_BLOCK;
    for (int log = 1; log < 16; log++) /* a log comes before all that extend it */
        if (tips >> log & 1 && length(log) < T.blocks)
            for (int v = 0; v < versions(); v++)
                if (is_final(state, log, v)) tips |= 1u << extended(log, v);
    return tips;
}

/* --- quorums: locks are quorums of PREPAREs, certificates of CONFIRMs */

typedef struct { uint8_t attempt; uint16_t proposal; } Quorum;
typedef struct { int count; Quorum all[SEATS * ATTEMPTS]; } Quorums;

static int needed(Set excused) {
    int q = T.quorum[size(live() & ~excused)];
    return removed(NO_QUORUM) && q > 1 ? q - 1 : q;
}

static Set signers(const State *state, bool confirmed, int attempt, uint16_t proposal) {
    Set found = 0;
    for EACH(s, T.honest & ~proposals[proposal].excused) {
        const Seat *seat = &state->seat[s];
        if ((confirmed ? seat->confirmed : seat->prepared)[attempt] == proposal) found |= 1 << s;
    }
    return found;
}

static bool has_quorum(const State *state, bool confirmed, int attempt, uint16_t proposal) {
    Set excused = proposals[proposal].excused;
    Set liars = removed(NO_CONVICTED_SILENT) ? T.liars : T.liars & ~excused;
    return size(signers(state, confirmed, attempt, proposal)) + size(liars) >= needed(excused);
}

static Quorums quorums(const State *state, bool confirmed) {
    Quorums found = {0};
    for EACH(s, T.honest)
        for (int a = 0; a < T.attempts; a++) {
            uint16_t proposal = (confirmed ? state->seat[s].confirmed : state->seat[s].prepared)[a];
            bool known = !proposal;
            for (int k = 0; k < found.count; k++) known |= found.all[k].attempt == a && found.all[k].proposal == proposal;
            if (!known && has_quorum(state, confirmed, a, proposal)) found.all[found.count++] = (Quorum){a, proposal};
        }
    return found;
}

static Quorums locks_of(const State *state) { return quorums(state, false); }
static Quorums certificates_of(const State *state) { return quorums(state, !removed(NO_TWO_PHASES)); }

/* --- claims */

static int target_of(uint32_t claims, int seat) { int c = claims >> 4 * seat & 15; return c ? (c - 1) / 3 : -1; }
static int why_of(uint32_t claims, int seat) { return ((claims >> 4 * seat & 15) - 1) % 3; }
static Set would_lose(uint32_t claims, int seat) { int t = target_of(claims, seat); return t < 0 ? 0 : 1 << t; }

/* Whether the claims make a valid case against a seat; the liars have claimed all. */
static bool has_case(uint32_t claims, int target, Set excused) {
    Set others = live() & ~excused & ~(1 << target);
    int missing = size(T.liars & others), any = missing;
    for EACH(s, T.honest & others)
        if (target_of(claims, s) == target) any += why_of(claims, s) != WATCHED, missing += why_of(claims, s) == MISSING;
    if (T.seats == 2) return false;
    return 2 * missing > size(others) || (any == size(others) && any >= 2);
}

static bool have_cases(const State *state, Set targets, Set excused) {
    if (!T.claims || removed(NO_CASE)) return true;
    for EACH(t, targets) if (!has_case(state->claims, t, excused)) return false;
    return true;
}

/* --- reports, and what follows from them */

static void lock_of(const Seat *seat, Report *report) {
    for (int a = T.attempts - 1; a >= 0; a--)
        if (seat->confirmed[a]) { report->lock_attempt = a + 1, report->lock = seat->confirmed[a]; return; }
}

static Report report_of(const State *state, int s) {
    Report report = {.tip = state->seat[s].tip, .acked = state->seat[s].acked};
    lock_of(&state->seat[s], &report);
    if (T.claims) report.names = would_lose(state->claims, s);
    return report;
}

typedef struct { bool concluded, forced; int count; Proposal all[8]; } Conclusion; /* several where a rule leaves a choice */

/* What the reports lead to, whoever is lost. It assumes that enough of the authors are outside `excused`. */
static Conclusion conclude(const Report *reports, Set authors, Set excused) {
    Conclusion out = {0};
    int top = 0;
    if (!removed(NO_LOCKS))
        for EACH(s, authors) if (reports[s].lock_attempt > top) top = reports[s].lock_attempt;
    if (top) {
        for EACH(s, authors) if (reports[s].lock_attempt == top) {
            const Proposal *lock = &proposals[reports[s].lock];
            bool known = false;
            for (int k = 0; k < out.count; k++) known |= out.all[k].lost == lock->lost && out.all[k].log == lock->log;
            if (!known) out.all[out.count++] = (Proposal){.lost = lock->lost, .log = lock->log, .excused = excused};
        }
        /* two outcomes: more than F(m) lie. All who prepared both must be excused; which one is kept is left open here. */
        if (out.count > 1 && T.liars & ~excused) return (Conclusion){0};
        out.concluded = out.forced = true;
        return out;
    }
    Log tip = NO_BLOCK;
    for EACH(s, authors) if (length(reports[s].tip) > length(tip)) tip = reports[s].tip;
    int votes[2] = {0, 0};
    for EACH(s, authors) {
        if (!is_prefix(reports[s].tip, tip)) return out;
        if (reports[s].tip == tip && reports[s].acked && !(excused >> s & 1)) votes[reports[s].acked - 1]++;
    }
    if (votes[0] && votes[1] && !(T.liars & excused) && !removed(NO_TWO_VERSIONS)) return out;
    out.concluded = true;
    if (removed(NO_KEEP) || !(votes[0] | votes[1])) out.all[out.count++] = (Proposal){.log = tip, .excused = excused};
    else
        for (int v = 0; v < 2; v++)
            if (removed(NO_TWO_VERSIONS) ? votes[v] : v == (votes[1] > votes[0]))
                out.all[out.count++] = (Proposal){.log = extended(tip, v), .excused = excused};
    return out;
}

/* All reports that a liar can back in an attempt. */
static int liar_reports(const State *state, int attempt, Report *out) {
    uint32_t tips = proven_tips(state);
    if (removed(NO_TIP_PROOF)) tips |= 1u << 2 | (versions() > 1 ? 1u << 3 : 0);
    Quorums locks = locks_of(state);
    int count = 0;
    for (int tip = 1; tip < 32; tip++) {
        if (!(tips >> tip & 1)) continue;
        for (int acked = 0; acked <= versions(); acked++) {
            if (acked && !all_contributed(state, tip)) continue;
            Report report = {.tip = tip, .acked = acked, .names = live()};
            out[count++] = report;
            for (int k = 0; k < locks.count; k++)
                if (locks.all[k].attempt < attempt) {
                    report.lock_attempt = 1 + locks.all[k].attempt, report.lock = locks.all[k].proposal;
                    out[count++] = report;
                }
            if (removed(NO_LOCK_PROOF))
                for (int lost = 0; lost < 1 << T.seats; lost++)
                    if (attempt && T.losable >> lost & 1) {
                        Proposal made_up = {.lost = lost, .log = NO_BLOCK};
                        report.lock_attempt = attempt, report.lock = number_of(&made_up);
                        out[count++] = report;
                    }
        }
    }
    return count;
}

typedef struct { uint16_t proposal; bool forced; } Justified;
typedef struct { int count; Justified all[8192]; } Justifieds;

static void add_justified(Justifieds *found, Proposal proposal, bool forced, const Report *reports, Set authors) {
    if (T.evidence) {
        proposal.shown = authors;
        for EACH(s, authors) proposal.reports[s] = reports[s];
    }
    uint16_t number = number_of(&proposal);
    for (int k = 0; k < found->count; k++)
        if (found->all[k].proposal == number) { found->all[k].forced |= forced; return; }
    if (found->count == 8192) fprintf(stderr, "too many justified proposals\n"), exit(3);
    found->all[found->count++] = (Justified){number, forced};
}

static void justify(const State *state, const Report *reports, Set authors, Set excused, Justifieds *found) {
    Conclusion out = conclude(reports, authors, excused);
    for (int k = 0; k < out.count; k++) {
        if (out.forced) {
            add_justified(found, out.all[k], true, reports, authors);
            if (!removed(NO_LOCK_VALUE)) continue;
        }
        for (int lost = 0; lost < 1 << T.seats; lost++) {
            if (!(T.losable >> lost & 1) || excused & ~lost) continue;
            if (T.claims) {
                bool named = true;
                for EACH(t, lost & ~excused) {
                    int count = 0;
                    for EACH(s, authors & ~excused) count += reports[s].names >> t & 1;
                    named &= count >= needed(excused);
                }
                if (!named || !have_cases(state, lost & ~excused, excused)) continue;
            }
            Proposal proposal = out.all[k];
            proposal.lost = lost;
            add_justified(found, proposal, false, reports, authors);
        }
    }
}

/* Every proposal of an attempt that some set of reports justifies. */
static void justified_proposals(const State *state, int attempt, Justifieds *found) {
    static Report offered[1024];
    Set left = 0;
    for EACH(s, T.honest)
        if (state->seat[s].left && (removed(NO_LEAVE_PROMISE) || state->seat[s].left_promised <= attempt)) left |= 1 << s;
    int offers = T.liars ? liar_reports(state, attempt, offered) : 0;
    Set convictable = T.convictions && !removed(NO_AUTHOR_EXCUSED) ? T.liars : 0;
    for (int excused = 0; excused < 1 << T.seats; excused++) {
        if (excused & ~(left | convictable)) continue;
        Set reporters = 0, speakers = removed(NO_CONVICTED_SILENT) ? T.liars : T.liars & ~excused;
        Report base[SEATS] = {0};
        for EACH(s, T.honest & ~excused)
            if (state->seat[s].synced >> attempt & 1) reporters |= 1 << s, base[s] = state->seat[s].sync[attempt];
            else if (removed(NO_SIGNATURES)) reporters |= 1 << s, base[s] = (Report){.tip = NO_BLOCK};
        Set fixed = removed(NO_LEAVE_REPORT) ? 0 : excused & left;
        for EACH(s, fixed) base[s] = state->seat[s].farewell;
        int speaker[SEATS], speaker_count = 0;
        long options = 1;
        for EACH(s, speakers) speaker[speaker_count++] = s, options *= offers + 1;
        for (int some = 0; some < 1 << T.seats; some++) {
            if (some & ~reporters) continue;
            for (long option = 0; option < options; option++) {
                Report reports[SEATS];
                memcpy(reports, base, sizeof reports);
                Set authors = some;
                long rest = option;
                for (int k = 0; k < speaker_count; k++, rest /= offers + 1)
                    if (rest % (offers + 1)) authors |= 1 << speaker[k], reports[speaker[k]] = offered[rest % (offers + 1) - 1];
                if (size(authors) >= needed(excused)) justify(state, reports, authors | fixed, excused, found);
            }
        }
    }
}
