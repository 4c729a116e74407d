/* What must hold in every state: one log, evidence for every fork, no honest seat convicted, nobody lost without a case, progress. */
#pragma once
#include "rules.h"

/* --- one log: certificates agree with each other, and with every block that ACKs of all made final */

typedef struct { bool found; bool is_block; Quorum one, other; Log tip; } Fork;

static Fork fork_of(const State *state) {
    Quorums decided = certificates_of(state);
    uint32_t tips = proven_tips(state);
    for (int i = 0; i < decided.count; i++)
        for (int j = i + 1; j < decided.count; j++)
            if (!same_outcome(decided.all[i].proposal, decided.all[j].proposal))
                return (Fork){.found = true, .one = decided.all[i], .other = decided.all[j]};
    for (int i = 0; i < decided.count; i++)
        for (int tip = 1; tip < 32; tip++)
            if (tips >> tip & 1 && !is_prefix(tip, proposals[decided.all[i].proposal].log))
                return (Fork){.found = true, .is_block = true, .one = decided.all[i], .tip = tip};
    for (int one = 1; one < 32; one++)
        for (int other = one + 1; other < 32; other++)
            if (tips >> one & 1 && tips >> other & 1 && !is_prefix(one, other) && length(one) <= length(other))
                return (Fork){.found = true, .is_block = true, .tip = one};
    return (Fork){0};
}

/* Whether a certificate leaves out a block that some honest seat may have closed by ACKs of all. */
static bool voids_a_final_block(const State *state) {
    Quorums decided = certificates_of(state);
    uint32_t tips = decided.count ? proven_tips(state) : 0;
    for (int i = 0; i < decided.count; i++)
        for (int tip = 1; tip < 32; tip++)
            if (tips >> tip & 1 && !is_prefix(tip, proposals[decided.all[i].proposal].log)) return true;
    return false;
}

static bool theorem_promises_one_log(const State *state) {
    int gone = 0;
    for EACH(s, T.honest) gone += state->seat[s].left;
    return size(T.liars) <= faults(T.seats - gone);
}

/* --- evidence: two frames of one author that no honest seat signs both (docs/spec/protocol.md, sections 7 and 9) */

typedef enum { ACK, SYNC, PREPARE, CONFIRM } Kind;
typedef struct { Kind kind; uint8_t author, place, version; uint16_t proposal; Report report; } Frame;
typedef struct { int count; Frame all[96]; } Frames;

static void add(Frames *frames, Frame frame) {
    if (frames->count == 96) fprintf(stderr, "too many frames\n"), exit(3);
    frames->all[frames->count++] = frame;
}

static bool is_lie(const Frame *one, const Frame *other) {
    if (one->author != other->author) return false;
    if (one->kind == other->kind) {
        if (one->place != other->place) return false;
        if (one->kind == ACK) return one->version != other->version;
        if (one->kind == SYNC) return memcmp(&one->report, &other->report, sizeof(Report)) != 0;
        return one->proposal != other->proposal;
    }
    if (one->kind == SYNC) { const Frame *swap = one; one = other, other = swap; }
    if (other->kind != SYNC) return false;
    const Report *report = &other->report;
    int tip = length(report->tip);
    if (one->kind == ACK) {
        if (one->place > tip) return true;
        if (one->place == tip) return report->acked != 1 + one->version;
        return (report->tip >> (tip - one->place - 1) & 1) != one->version;
    }
    if (one->kind == CONFIRM && one->place < other->place) {
        if (report->lock_attempt < 1 + one->place) return true;
        return report->lock_attempt == 1 + one->place && report->lock != one->proposal;
    }
    return false;
}

static bool convicts(const Frames *frames) {
    for (int i = 0; i < frames->count; i++)
        for (int j = i + 1; j < frames->count; j++)
            if (is_lie(&frames->all[i], &frames->all[j])) return true;
    return false;
}

static void add_blocks(Frames *frames, int author, Log log) {
    for (int block = 0; block < length(log); block++)
        add(frames, (Frame){.kind = ACK, .author = author, .place = block, .version = log >> (length(log) - block - 1) & 1});
}

static bool an_honest_seat_is_convicted(const State *state) {
    for EACH(s, T.honest) {
        const Seat *seat = &state->seat[s];
        Frames frames = {0};
        add_blocks(&frames, s, seat->tip);
        if (seat->acked) add(&frames, (Frame){.kind = ACK, .author = s, .place = length(seat->tip), .version = seat->acked - 1});
        for (int a = 0; a < T.attempts; a++) {
            if (seat->synced >> a & 1) add(&frames, (Frame){.kind = SYNC, .author = s, .place = a, .report = seat->sync[a]});
            if (seat->confirmed[a]) add(&frames, (Frame){.kind = CONFIRM, .author = s, .place = a, .proposal = seat->confirmed[a]});
        }
        if (seat->left) add(&frames, (Frame){.kind = SYNC, .author = s, .place = 100, .report = seat->farewell});
        if (convicts(&frames)) return true;
    }
    return false;
}

/* What stands in a certificate with the chain of its links. Which liars signed is not known where fewer were needed than there are:
   `evidence_everywhere` tries all choices, so evidence is only claimed where every choice convicts somebody. */
typedef struct { int count; struct { Kind kind; Quorum quorum; int liars; } all[32]; bool convicted_before; } Signatures;

static void collect(const State *state, Quorum certificate, Frames *frames, Signatures *quorums_seen) {
    Quorum todo[64];
    int count = 0;
    todo[count++] = certificate;
    for (bool first = true; count; first = false) {
        Quorum link = todo[--count];
        const Proposal *proposal = &proposals[link.proposal];
        if (proposal->excused & T.liars) quorums_seen->convicted_before = true;
        for (int confirmed = 0; confirmed <= first; confirmed++) {
            int short_of = needed(proposal->excused) - size(signers(state, confirmed, link.attempt, link.proposal));
            if (short_of > 0 && quorums_seen->count < 32) {
                quorums_seen->all[quorums_seen->count].kind = confirmed ? CONFIRM : PREPARE;
                quorums_seen->all[quorums_seen->count].quorum = link;
                quorums_seen->all[quorums_seen->count++].liars = short_of;
            }
        }
        int top = 0;
        for EACH(s, proposal->shown) {
            if (T.liars >> s & 1 && !removed(NO_SHOWN_REPORTS)) add(frames, (Frame){.kind = SYNC, .author = s, .place = link.attempt, .report = proposal->reports[s]});
            if (proposal->reports[s].lock_attempt > top) top = proposal->reports[s].lock_attempt;
        }
        for EACH(s, proposal->shown) {
            const Report *report = &proposal->reports[s];
            bool known = false;
            for (int k = 0; k < count; k++) known |= todo[k].attempt == top - 1 && todo[k].proposal == report->lock;
            if (top && report->lock_attempt == top && !known && count < 64) todo[count++] = (Quorum){top - 1, report->lock};
        }
    }
}

static bool evidence_everywhere(const Frames *frames, const Signatures *quorums_seen, int next) {
    if (convicts(frames)) return true;
    if (next == quorums_seen->count) return false;
    Quorum quorum = quorums_seen->all[next].quorum;
    Set able = T.liars & ~proposals[quorum.proposal].excused;
    for (int some = 0; some < 1 << T.seats; some++) {
        if (some & ~able || size(some) != quorums_seen->all[next].liars) continue;
        Frames more = *frames;
        for EACH(s, some)
            add(&more, (Frame){.kind = quorums_seen->all[next].kind, .author = s, .place = quorum.attempt, .proposal = quorum.proposal});
        if (!evidence_everywhere(&more, quorums_seen, next + 1)) return false;
    }
    return true;
}

static bool fork_has_evidence(const State *state, const Fork *fork) {
    Frames frames = {0};
    Signatures quorums_seen = {0};
    if (fork->one.proposal) collect(state, fork->one, &frames, &quorums_seen);
    if (!fork->is_block) collect(state, fork->other, &frames, &quorums_seen);
    else for EACH(s, T.liars) add_blocks(&frames, s, fork->tip);
    return quorums_seen.convicted_before || evidence_everywhere(&frames, &quorums_seen, 0);
}

/* --- removals (N1, N2) */

/* A lock may be signed again when other seats are excused, so a case counts under any set of seats that could be. */
static bool had_a_case(const State *state, int target) {
    Set excusable = T.convictions ? T.liars : 0;
    for EACH(s, T.honest) if (state->seat[s].left) excusable |= 1 << s;
    for (int excused = 0; excused < 1 << T.seats; excused++)
        if (!(excused & ~excusable) && !(excused >> target & 1) && has_case(state->claims, target, excused)) return true;
    return excusable >> target & 1;
}

static bool is_lost_without_a_case(const State *state) {
    if (!T.claims) return false;
    Quorums decided = certificates_of(state);
    for (int k = 0; k < decided.count; k++) {
        const Proposal *proposal = &proposals[decided.all[k].proposal];
        for EACH(t, proposal->lost & ~proposal->excused) {
            bool looked = false;
            for EACH(s, T.honest) looked |= target_of(state->claims, s) == t || T.convictions & (T.liars >> t);
            if (!had_a_case(state, t) || (!looked && size(T.liars) < needed(0))) return true;
        }
    }
    return false;
}

static bool stops_signing_without_a_case(const State *state) {
    if (!T.claims || T.convictions) return false;
    bool any = false;
    for EACH(t, live()) any |= has_case(state->claims, t, 0);
    for EACH(s, T.honest) if (state->seat[s].promised && !any) return true;
    return false;
}

/* --- progress: the liars are silent from now on and all honest seats that are there hear each other */

static const char *standstill(const State *state) {
    if (certificates_of(state).count) return NULL;
    Set there = 0, left = 0;
    Report reports[SEATS] = {0};
    for EACH(s, T.honest) {
        if (state->seat[s].left) left |= 1 << s, reports[s] = state->seat[s].farewell;
        else if (!(T.crashed >> s & 1)) there |= 1 << s, reports[s] = report_of(state, s);
    }
    if (size(there) < needed(left)) return NULL;
    Set convictable = removed(NO_AUTHOR_EXCUSED) ? 0 : T.liars; /* by what made it necessary: two contents, two PREPAREs */
    for (int more = 0; more < 1 << T.seats; more++) {
        if (more & ~convictable) continue;
        Conclusion out = conclude(reports, there | left, left | more);
        if (!out.concluded) continue;
        for (int k = 0; out.forced && k < out.count; k++) {
            Set able = there & ~(removed(NO_NAMED_SIGNS) ? out.all[k].lost : 0);
            if (size(able) < needed(left | more)) return "too few may sign what a lock holds them to";
        }
        return NULL;
    }
    return "nothing follows from the reports of all who are there";
}
