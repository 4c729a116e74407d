/* The steps of honest seats, in every order (plain) or in one order that meets the same outcomes (layered). */
#pragma once
#include "properties.h"

static void emit(const State *state, int phase);  /* the search takes each state after a step */
static void report_wrong(const char *what);        /* of the state that was taken last */

/* --- what is justified is asked for again and again: the answers are kept by all that they depend on */

typedef struct {
    uint8_t attempt, synced, left, count;
    uint32_t tips, open, claims;
    Report sync[SEATS], farewell[SEATS];
    uint8_t left_promised[SEATS], unused[2];
    Quorum locks[16];
} Question;
typedef struct { Question question; int count; Justified *all; } Answer;

enum { ANSWERS = 1 << 20 };
static Answer *answers;
static uint32_t answer_count;

static const Answer *justified(const State *state, int attempt) {
    static Justifieds found;
    Question q;
    memset(&q, 0, sizeof q);
    q.attempt = attempt, q.tips = proven_tips(state), q.claims = state->claims;
    for EACH(s, T.honest) {
        const Seat *seat = &state->seat[s];
        if (seat->synced >> attempt & 1) q.synced |= 1 << s, q.sync[s] = seat->sync[attempt];
        if (seat->left) q.left |= 1 << s, q.farewell[s] = seat->farewell, q.left_promised[s] = seat->left_promised;
    }
    for (int tip = 1; tip < 32; tip++) if (q.tips >> tip & 1 && all_contributed(state, tip)) q.open |= 1u << tip;
    if (T.liars) {
        Quorums locks = locks_of(state);
        for (int k = 0; k < locks.count; k++)
            if (locks.all[k].attempt < attempt && q.count < 16) q.locks[q.count++] = locks.all[k];
    }
    if (!answers || answer_count > ANSWERS / 2) {
        for (uint32_t k = 0; answers && k < ANSWERS; k++) free(answers[k].all);
        free(answers);
        answers = calloc(ANSWERS, sizeof *answers), answer_count = 0;
    }
    uint32_t slot = hashed(&q, sizeof q) % ANSWERS;
    for (; answers[slot].all; slot = (slot + 1) % ANSWERS)
        if (!memcmp(&answers[slot].question, &q, sizeof q)) return &answers[slot];
    found.count = 0;
    justified_proposals(state, attempt, &found);
    Answer *answer = &answers[slot];
    answer->question = q, answer->count = found.count;
    answer->all = malloc((found.count + 1) * sizeof(Justified));
    memcpy(answer->all, found.all, found.count * sizeof(Justified));
    answer_count++;
    return answer;
}

/* Whether a seat may prepare what is justified: it keeps itself unless a lock names it, and it would still lose the others. */
static bool may_prepare(const State *state, int s, Justified what) {
    const Proposal *proposal = &proposals[what.proposal];
    if (proposal->excused >> s & 1) return false;
    if (what.forced) return true;
    if (proposal->lost >> s & 1) return false;
    return !T.claims || !(proposal->lost & ~proposal->excused & ~would_lose(state->claims, s));
}

static bool may_begin(const State *state) {
    if (!T.claims || T.convictions || removed(NO_CASE)) return true;
    for EACH(t, live()) if (has_case(state->claims, t, 0)) return true;
    for EACH(t, T.honest) if (state->seat[t].left) return true;
    return false;
}

/* --- single steps */

static void close_block(Seat *seat, bool contribute) {
    seat->tip = extended(seat->tip, seat->acked - 1), seat->acked = 0, seat->contributed = contribute;
}

static void promise(State *state, int s, int attempt) {
    Seat *seat = &state->seat[s];
    seat->sync[attempt] = report_of(state, s);
    seat->synced |= 1 << attempt, seat->promised = attempt + 1;
}

static void leave(State *state, int s) {
    Seat *seat = &state->seat[s];
    seat->farewell = report_of(state, s), seat->farewell.names = 0;
    seat->left = 1, seat->left_promised = seat->promised;
}

static void block_steps(const State *state, int s, int phase) {
    const Seat *seat = &state->seat[s];
    bool free_to_sign = !seat->promised || removed(NO_PROMISE);
    State next = *state;
    if (seat->acked && is_final(state, seat->tip, seat->acked - 1)) close_block(&next.seat[s], free_to_sign), emit(&next, phase);
    if (seat->left) return;
    if (free_to_sign && seat->contributed && !seat->acked && all_contributed(state, seat->tip))
        for (int v = 0; v < versions(); v++) next = *state, next.seat[s].acked = 1 + v, emit(&next, phase);
    if (T.claims && target_of(state->claims, s) < 0)
        for (int code = 0; code < 3 * T.seats; code++)
            if (code / 3 != s) next = *state, next.claims |= (uint32_t)(1 + code) << 4 * s, emit(&next, phase);
}

static void plain_steps(const State *state) {
    for EACH(s, T.honest & ~T.crashed) {
        const Seat *seat = &state->seat[s];
        State next;
        block_steps(state, s, 0);
        if (seat->left) continue;
        if (T.leavers >> s & 1) next = *state, leave(&next, s), emit(&next, 0);
        if (may_begin(state))
            for (int a = seat->promised; a < T.attempts; a++) next = *state, promise(&next, s, a), emit(&next, 0);
        for (int a = 0; a < T.attempts; a++) {
            if (!(seat->synced >> a & 1) || (a + 1 != seat->promised && !removed(NO_STALE))) continue;
            if (!seat->prepared[a] || removed(NO_PREPARE_ONCE)) {
                const Answer *answer = justified(state, a);
                for (int k = 0; k < answer->count; k++) {
                    uint16_t proposal = answer->all[k].proposal;
                    bool other_leader = false;
                    if (T.honest_leaders)
                        for EACH(t, T.honest) other_leader |= state->seat[t].prepared[a] && state->seat[t].prepared[a] != proposal;
                    if (proposal == seat->prepared[a] || other_leader || !may_prepare(state, s, answer->all[k])) continue;
                    next = *state, next.seat[s].prepared[a] = proposal, emit(&next, 0);
                }
            }
            if (!seat->confirmed[a]) {
                Quorums locks = locks_of(state);
                for (int k = 0; k < locks.count; k++)
                    if (locks.all[k].attempt == a) next = *state, next.seat[s].confirmed[a] = locks.all[k].proposal, emit(&next, 0);
            }
        }
    }
}

/* --- layers: all blocks first, then each attempt: who promises, which locks are made, who confirms

   Guards of honest seats only ask whether something was signed, never whether something was not. A step of attempt a needs what was
   signed in attempts up to a and in blocks; an ACK needs blocks. Own steps are in this order anyway. So every run can be put in this
   order without changing what is signed. PREPAREs that make no lock, and reports of attempts that are over, are never asked for again
   and are forgotten; a lock counts as prepared by all, which leaves least evidence. */

static void end_of_attempt(const State *state, int attempt) {
    State next = *state;
    bool convicted = an_honest_seat_is_convicted(state);
    for EACH(s, T.honest) {
        next.seat[s].synced = 0;
        memset(next.seat[s].sync, 0, sizeof next.seat[s].sync);
        if (!T.leavers) next.seat[s].promised = 0;
    }
    emit(&next, attempt + 2);
    if (convicted) report_wrong("an honest seat is convicted");
}

static void choose_confirms(State *state, int attempt, int s, const uint16_t *made, int count) {
    if (s == T.seats) { end_of_attempt(state, attempt); return; }
    choose_confirms(state, attempt, s + 1, made, count);
    if (!(T.honest >> s & 1) || !(state->seat[s].synced >> attempt & 1) || state->seat[s].left) return;
    for (int k = 0; k < count; k++) {
        if (proposals[made[k]].excused >> s & 1) continue;
        state->seat[s].confirmed[attempt] = made[k];
        choose_confirms(state, attempt, s + 1, made, count);
        state->seat[s].confirmed[attempt] = 0;
    }
}

/* Two or more locks in one attempt: every seat prepares one proposal or none. */
static void choose_prepares(State *state, int attempt, int s, const Answer *answer, uint16_t *made, int *have, int count) {
    int missing = 0, rest = 0;
    for (int k = 0; k < count; k++) {
        int deficit = needed(proposals[made[k]].excused) - size(T.liars & ~proposals[made[k]].excused) - have[k];
        missing += deficit > 0 ? deficit : 0;
    }
    for (int t = s; t < T.seats; t++) rest += T.honest >> t & 1 && state->seat[t].synced >> attempt & 1 && !state->seat[t].left;
    if (missing > rest) return;
    if (s == T.seats) {
        if (count > 1) choose_confirms(state, attempt, 0, made, count);
        return;
    }
    choose_prepares(state, attempt, s + 1, answer, made, have, count);
    if (!(T.honest >> s & 1) || !(state->seat[s].synced >> attempt & 1) || state->seat[s].left) return;
    for (int k = 0; k < answer->count; k++) {
        if (!may_prepare(state, s, answer->all[k])) continue;
        int at = 0;
        while (at < count && made[at] != answer->all[k].proposal) at++;
        if (at == count) made[at] = answer->all[k].proposal, have[at] = 0;
        have[at]++;
        state->seat[s].prepared[attempt] = made[at];
        choose_prepares(state, attempt, s + 1, answer, made, have, at == count ? count + 1 : count);
        state->seat[s].prepared[attempt] = 0;
        have[at]--;
    }
}

static void make_locks(State *state, int attempt) {
    const Answer answer = *justified(state, attempt);
    Set there = 0;
    for EACH(s, T.honest) if (state->seat[s].synced >> attempt & 1 && !state->seat[s].left) there |= 1 << s;
    choose_confirms(state, attempt, 0, NULL, 0);
    Justified able[answer.count + 1];
    int count = 0;
    for (int k = 0; k < answer.count; k++) {
        Set willing = 0, excused = proposals[answer.all[k].proposal].excused;
        for EACH(s, there) if (may_prepare(state, s, answer.all[k])) willing |= 1 << s;
        Set liars = removed(NO_CONVICTED_SILENT) ? T.liars : T.liars & ~excused;
        if (willing && size(willing) + size(liars) >= needed(excused)) able[count++] = answer.all[k];
    }
    for (int k = 0; k < count; k++) {
        State next = *state;
        for EACH(s, T.honest) next.seat[s].prepared[attempt] = able[k].proposal;
        choose_confirms(&next, attempt, 0, &able[k].proposal, 1);
    }
    if (T.honest_leaders || count < 2) return;
    if (removed(NO_PREPARE_ONCE)) { /* the same seats may prepare both */
        for (int k = 0; k < count; k++)
            for (int i = 0; i < k; i++) {
                State next = *state;
                uint16_t made[2] = {able[i].proposal, able[k].proposal};
                for EACH(s, T.honest) next.seat[s].prepared[attempt] = made[0];
                choose_confirms(&next, attempt, 0, made, 2);
            }
        return;
    }
    Answer both = {.count = count, .all = able};
    uint16_t made[SEATS + 1];
    int have[SEATS + 1];
    choose_prepares(state, attempt, 0, &both, made, have, 0);
}

static void choose_promises(State *state, int attempt, int s) {
    if (s == T.seats) {
        bool any = false;
        for EACH(t, T.honest) any |= state->seat[t].synced;
        if (any && attempt < T.attempts) make_locks(state, attempt);
        else end_of_attempt(state, attempt);
        return;
    }
    choose_promises(state, attempt, s + 1);
    Seat saved = state->seat[s];
    if (!(T.honest >> s & 1) || T.crashed >> s & 1 || saved.left) return;
    for (int late = 0; late < 2; late++) {
        if (late && !(saved.acked && is_final(state, saved.tip, saved.acked - 1))) continue;
        if (late) close_block(&state->seat[s], false);
        Seat closed = state->seat[s];
        if (T.leavers >> s & 1) leave(state, s), choose_promises(state, attempt, s + 1), state->seat[s] = closed;
        if (attempt < T.attempts && may_begin(state)) promise(state, s, attempt), choose_promises(state, attempt, s + 1);
        state->seat[s] = saved;
    }
}

static void layered_steps(const State *state, int phase) {
    if (phase == 0) {
        for EACH(s, T.honest & ~T.crashed) block_steps(state, s, 0);
        emit(state, 1);
    } else if (phase <= T.attempts + (T.leavers ? 1 : 0)) {
        State copy = *state;
        choose_promises(&copy, phase - 1, 0);
    }
}
