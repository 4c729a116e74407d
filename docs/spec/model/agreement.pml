/* The agreement of one view, for Spin (https://spinroot.com, Debian package `spin`): reports, attempts, locks, certificates,
   goodbyes, convictions and claims. README.md beside this file says what is modelled, what is abstracted, and how to run it.

   The network is a pool: what an honest seat has signed may be used by anybody later, or never. So there are no channels here. Loss,
   delay, reordering, partitions, and crashes with a journal are seats that do not step, or steps that use a part of the pool only.
   A liar has no steps: it has signed all that it can back, and shows it to whom it likes. Leaders are abstracted away: an honest
   seat may prepare whatever some set of reports justifies. */

#ifndef SEATS
#define SEATS 3
#endif
#ifndef BLOCKS           /* how many blocks may become final before the view ends */
#define BLOCKS 1
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 1
#endif
#ifndef LIARS            /* sets of seats are numbers with one bit for each seat */
#define LIARS 0
#endif
#ifndef LEAVERS          /* who may say goodbye */
#define LEAVERS 0
#endif
#ifndef LOST             /* how many seats the view may lose at most */
#define LOST 1
#endif
#ifndef CONVICTED        /* 1: the liars may be convicted from the start, 0: nobody is excused for that */
#define CONVICTED (LIARS != 0)
#endif
#ifndef CLAIMS           /* 1: a case needs claims, and each honest seat claims one other at most; 0: each case is valid */
#define CLAIMS 0
#endif
#ifndef Q5               /* the quorum of five: 4, or 3 with the option `majority` */
#define Q5 4
#endif

#define ALL           ((1 << SEATS) - 1)
#define HONEST        (ALL & ~LIARS)
#define BIT(seat)     (1 << (seat))
#define IN(seat, set) (((set) >> (seat)) & 1)
#define SIZE(set)     (IN(0, set) + IN(1, set) + IN(2, set) + IN(3, set) + IN(4, set) + IN(5, set))
#define WITHIN(a, b)  (((a) & ~(b)) == 0)

/* docs/spec/protocol.md, section 9, "Quorums": how many must report, prepare, confirm, of m seats that are not excused; and how many liars cannot fork m seats. */
#define Q(m)          ((m) == 5 -> Q5 : ((m) == 6 -> 4 : ((m) == 4 -> 3 : ((m) >= 2 -> 2 : 1))))
#define NEEDED(e)     Q(SIZE(ALL & ~(e)))
#define F(m)          (2 * Q(m) - (m) - 1)

/* A log of this view: a 1, then one bit for each block: which of the liar's two versions stands in it. With liars there are two. */
#define EMPTY         1
#define LENGTH(log)   ((log) >= 4 -> 2 : ((log) >= 2 -> 1 : 0))
#define PREFIX(a, b)  (LENGTH(a) <= LENGTH(b) && ((b) >> (LENGTH(b) - LENGTH(a))) == (a))
#define VERSIONS      (LIARS != 0 -> 2 : 1)

/* What a PROPOSE says is one number, 0 is none: who is lost and which log stands (the outcome), and who is excused in this attempt. */
#define PROPOSAL(lost, excused, log) (((log) << 12) | ((excused) << 6) | (lost))
#define LOST_BY(p)    ((p) & 63)
#define EXCUSED_BY(p) (((p) >> 6) & 63)
#define LOG_BY(p)     ((p) >> 12)
#define OUTCOME(p)    ((p) & ~(63 << 6))

/* All that an honest seat has signed. Attempts count from 1. A report of a seat is its tip, the block after it that it has
   acknowledged (1 + version, 0 is none), and its lock, which is the highest attempt below that it has confirmed. */
bit contributed[SEATS] = 1;         /* its content of the block after its tip */
byte acked[SEATS];                  /* its ACK of that block */
byte tip[SEATS] = EMPTY;            /* its final blocks */
byte promised[SEATS];               /* the attempt of its last SYNC */
bit left[SEATS];                    /* its LEAVE, with a report */
byte left_tip[SEATS], left_acked[SEATS], left_promised[SEATS];
byte target[SEATS], why[SEATS];     /* its claim: 1 + seat, and a vote, missing, or only seen as overdue, without a claim */
#define VOTE 0
#define MISSING 1
#define WATCHED 2

/* ... and for each attempt, from 1 on */
#define WIDTH (ATTEMPTS + 1)
byte sync_tip[SEATS * WIDTH];   /* the report in SYNC(a); tip 0: no such SYNC */
byte sync_acked[SEATS * WIDTH];
byte names[SEATS * WIDTH];      /* whom it would lose */
short prepared[SEATS * WIDTH];
short confirmed[SEATS * WIDTH];
#define AT(i, a) ((i) * WIDTH + (a))

bit forked;

/* --- what is there */

#define ACKED_BY(i, log, v) (LENGTH(tip[i]) > LENGTH(log) \
    -> PREFIX(((log) << 1) | (v), tip[i]) : (tip[i] == (log) && acked[i] == 1 + (v)))

/* `yes` if all live seats have signed an ACK of this block. The liars have signed each. */
inline is_final(yes, log, v, i) {
    yes = LENGTH(log) < BLOCKS;
    for (i : 0 .. SEATS - 1) {
        if
        :: IN(i, HONEST) && !ACKED_BY(i, log, v) -> yes = 0
        :: else
        fi
    };
    skip
}

inline is_open(yes, log, i) { /* all honest seats have signed their content of the block after this log */
    yes = LENGTH(log) < BLOCKS;
    for (i : 0 .. SEATS - 1) {
        if
        :: IN(i, HONEST) && (LENGTH(tip[i]) < LENGTH(log) || (LENGTH(tip[i]) == LENGTH(log) && !contributed[i])) -> yes = 0
        :: else
        fi
    };
    skip
}

inline find_tips(tips, log, v, yes, i) { /* the logs that can be proven final, one bit for each */
    tips = BIT(EMPTY);
    for (log : 1 .. 3) {
        for (v : 0 .. 1) {
            if
            :: IN(log, tips) && v < VERSIONS -> is_final(yes, log, v, i); tips = tips | (yes << ((log << 1) | v))
            :: else
            fi
        }
    };
    skip
}

#define PREPARES 0
#define CONFIRMS 1
/* Whether q(m) PREPAREs (or CONFIRMs) of this proposal can be shown, m = n - |E|, no signer in E. */
inline has_quorum(yes, of_confirms, a, p, i, k) {
    k = SIZE(LIARS & ~EXCUSED_BY(p));
    for (i : 0 .. SEATS - 1) {
        if
        :: IN(i, HONEST) && !IN(i, EXCUSED_BY(p)) && (of_confirms -> confirmed[AT(i, a)] : prepared[AT(i, a)]) == p -> k++
        :: else
        fi
    }
    yes = (p != 0 && k >= NEEDED(EXCUSED_BY(p)))
}

inline lock_of(i, below, at, value, k) { /* the highest attempt below this one that seat i has confirmed */
    at = 0; value = 0;
    for (k : 1 .. below - 1) {
        if
        :: confirmed[AT(i, k)] != 0 -> at = k; value = confirmed[AT(i, k)]
        :: else
        fi
    };
    skip
}

/* docs/spec/protocol.md, section 9, "Claims and cases": missing, or unwanted. The liars have claimed all. */
inline has_case(yes, target_seat, excused, i, missing, any) {
    missing = SIZE(LIARS & ~(excused) & ~BIT(target_seat));
    any = missing;
    for (i : 0 .. SEATS - 1) {
        if
        :: IN(i, HONEST & ~(excused)) && i != target_seat && target[i] == 1 + target_seat ->
            missing = missing + (why[i] == MISSING);
            any = any + (why[i] != WATCHED)
        :: else
        fi
    }
    yes = SEATS > 2 && (2 * missing > SIZE(ALL & ~(excused) & ~BIT(target_seat))
                        || (any >= 2 && any == SIZE(ALL & ~(excused) & ~BIT(target_seat))))
}

/* --- what must hold in every state; `scratch` variables are left at 0 */

inline check() {
    d_step {
        /* One log: certificates agree with each other, and each has all that ACKs made final. */
        forked = 0;
        find_tips(tips, log, v, yes, i);
        for (a : 1 .. ATTEMPTS) {
            for (j : 0 .. SEATS - 1) {
                has_quorum(yes, CONFIRMS, a, confirmed[AT(j, a)], i, k);
                if
                :: yes && decided != 0 && OUTCOME(decided) != OUTCOME(confirmed[AT(j, a)]) -> forked = 1
                :: else
                fi;
                if
                :: yes -> decided = confirmed[AT(j, a)]
                :: else
                fi;
                for (log : 1 .. 7) {
                    if
                    :: yes && IN(log, tips) && !PREFIX(log, LOG_BY(confirmed[AT(j, a)])) -> forked = 1
                    :: else
                    fi
                }
            }
        }
        k = 0;
        for (i : 0 .. SEATS - 1) { k = k + left[i] }
#ifndef SPLITS
        assert(!forked || SIZE(LIARS) > F(SEATS - k));
#endif
#ifdef FIND_SPLIT
        assert(!forked);
#endif
        /* Nobody is lost without a case, and without an honest seat that has looked. A lock may be signed again when others are
           excused, so a case counts under any set of seats that could be. */
#if CLAIMS
        excusable = (CONVICTED -> LIARS : 0);
        for (i : 0 .. SEATS - 1) {
            if
            :: left[i] -> excusable = excusable | BIT(i)
            :: else
            fi
        }
        for (j : 0 .. SEATS - 1) {
            if
            :: decided != 0 && IN(j, LOST_BY(decided)) && !IN(j, excusable) ->
                v = 0;
                for (excused : 0 .. ALL) {
                    has_case(yes, j, excused, i, k, a);
                    v = v | (yes && WITHIN(excused, excusable))
                }
                assert(v)
            :: else
            fi
        }
        excusable = 0; excused = 0;
#endif
        /* No honest seat is convicted: its ACKs, reports and CONFIRMs do not contradict each other (docs/spec/protocol.md, section 7). */
        for (i : 0 .. SEATS - 1) {
            if
            :: IN(i, HONEST) ->
                for (a : 1 .. ATTEMPTS + 1) {
                    if
                    :: a <= ATTEMPTS -> log = sync_tip[AT(i, a)]; v = sync_acked[AT(i, a)]
                    :: else -> log = left_tip[i]; v = left_acked[i]
                    fi;
                    /* its last ACK, or that of the block below its tip, is the one that it reported */
                    assert(log == 0 || tip[i] == log && acked[i] == v || tip[i] == ((log << 1) | (v - 1)) && v != 0 && !acked[i]);
                    assert(a > ATTEMPTS || confirmed[AT(i, a)] == 0 || a <= promised[i])
                }
            :: else
            fi
        }
        /* Progress: were the liars silent from now on, and did the honest seats that are there all report, something would follow. */
        excused = 0; kind = 1; top = 0; authors = 0;
        for (i : 0 .. SEATS - 1) {
            if
            :: IN(i, HONEST) && left[i] -> excused = excused | BIT(i)
            :: IN(i, HONEST) && !left[i] -> authors = authors | BIT(i)
            :: else
            fi
        }
        if
        :: decided == 0 && !forked && SIZE(authors) >= NEEDED(excused) ->
            for (i : 0 .. SEATS - 1) {
                if
                :: IN(i, HONEST) ->
                    lock_of(i, ATTEMPTS + 1, lock_at[i], lock[i], k);
                    report_tip[i] = (left[i] -> left_tip[i] : tip[i]);
                    report_acked[i] = (left[i] -> left_acked[i] : acked[i])
                :: else
                fi
            }
            authors = authors | excused;
            conclude();
            if /* two contents, or two PREPAREs, convict their author: then the liars are excused */
            :: kind == 0 && LIARS != 0 -> excused = excused | LIARS; kind = 1; conclude()
            :: else
            fi;
            assert(kind != 0);
            assert(SIZE(authors & ~excused) >= NEEDED(excused)) /* who is named by a lock signs as well */
        :: else
        fi;
        forget()
    }
}

/* `conclude` in docs/spec/protocol.md, section 9: from report_*, lock*, authors, excused. kind 0: nothing; 1: free, log is what stands; 2: forced, top says which */
inline conclude() {
    top = 0; highest = EMPTY; votes0 = 0; votes1 = 0; first = 0;
    for (i : 0 .. SEATS - 1) {
        if
        :: IN(i, authors) && lock_at[i] > top -> top = lock_at[i]
        :: else
        fi;
        if
        :: IN(i, authors) && LENGTH(report_tip[i]) > LENGTH(highest) -> highest = report_tip[i]
        :: else
        fi
    }
    if
    :: top > 0 -> /* what may have been decided is decided again */
        kind = 2;
        for (i : 0 .. SEATS - 1) {
            if
            :: IN(i, authors) && lock_at[i] == top && first == 0 -> first = lock[i]
            :: IN(i, authors) && lock_at[i] == top && first != 0 && OUTCOME(first) != OUTCOME(lock[i]) && !WITHIN(LIARS, excused) ->
                kind = 0 /* two outcomes: more than F(m) lie, and all who prepared both must be excused first */
            :: else
            fi
        }
    :: else ->
        kind = 1;
        for (i : 0 .. SEATS - 1) {
            if
            :: IN(i, authors) && !PREFIX(report_tip[i], highest) -> kind = 0
            :: else
            fi;
            if
            :: IN(i, authors & ~excused) && report_tip[i] == highest && report_acked[i] == 1 -> votes0++
            :: IN(i, authors & ~excused) && report_tip[i] == highest && report_acked[i] == 2 -> votes1++
            :: else
            fi
        }
        if
        :: votes0 > 0 && votes1 > 0 && (LIARS & excused) == 0 -> kind = 0 /* the author of two contents must be excused first */
        :: votes0 + votes1 == 0 -> log = highest                             /* the open block is void */
        :: else -> log = (highest << 1) | (votes1 > votes0)
        fi
    fi;
    votes0 = 0; votes1 = 0; first = 0
}

inline forget() { /* scratch variables are not part of a state */
    for (i : 0 .. SEATS - 1) { report_tip[i] = 0; report_acked[i] = 0; report_names[i] = 0; lock_at[i] = 0; lock[i] = 0 }
    tips = 0; log = 0; v = 0; yes = 0; i = 0; j = 0; k = 0; a = 0; decided = 0; kind = 0; top = 0; highest = 0; authors = 0; excused = 0;
    lost = 0; excusable = 0; count = 0
}

/* --- an honest seat */

active [SEATS] proctype Seat() {
    byte report_tip[SEATS], report_acked[SEATS], report_names[SEATS], lock_at[SEATS];
    short lock[SEATS];
    short tips, decided, first;
    byte log, v, yes, i, j, k, a, kind, top, highest, authors, excused, lost, excusable, votes0, votes1, count;

    do
    /* A block is final when all live seats have acknowledged it. An ACK that arrives during an attempt is still taken. */
    :: atomic { IN(_pid, HONEST) && !forked && acked[_pid] ->
        d_step { is_final(yes, tip[_pid], acked[_pid] - 1, i) }
        if
        :: yes ->
            tip[_pid] = (tip[_pid] << 1) | (acked[_pid] - 1);
            acked[_pid] = 0;
            contributed[_pid] = (promised[_pid] == 0)
        :: else
        fi;
        check() }

    /* ACK: one for each block, none after the first SYNC of the view, nothing after LEAVE. */
    :: atomic { IN(_pid, HONEST) && !forked && !left[_pid] && !promised[_pid] && !acked[_pid] && contributed[_pid] ->
        d_step { is_open(yes, tip[_pid], i) }
        if
        :: yes -> acked[_pid] = 1
        :: yes && VERSIONS == 2 -> acked[_pid] = 2
        :: else
        fi;
        check() }

    /* CLAIM */
    :: atomic { CLAIMS && IN(_pid, HONEST) && !forked && !left[_pid] && !target[_pid] ->
        select(j : 0 .. SEATS - 1);
        select(k : VOTE .. WATCHED);
        if
        :: j != _pid -> target[_pid] = 1 + j; why[_pid] = k
        :: else
        fi;
        check() }

    /* LEAVE, with a report */
    :: atomic { IN(_pid, HONEST & LEAVERS) && !forked && !left[_pid] ->
        left[_pid] = 1;
        left_tip[_pid] = tip[_pid];
        left_acked[_pid] = acked[_pid];
        left_promised[_pid] = promised[_pid];
        check() }

    /* SYNC(a): a rising number, a true report; where a valid case is there. */
    :: atomic { IN(_pid, HONEST) && !forked && !left[_pid] && promised[_pid] < ATTEMPTS ->
        select(a : 1 .. ATTEMPTS);
        v = !CLAIMS || CONVICTED;
        d_step {
            for (j : 0 .. SEATS - 1) {
                has_case(yes, j, 0, i, k, top);
                v = v | yes | left[j]
            };
            skip
        }
        if
        :: v && a > promised[_pid] ->
            promised[_pid] = a;
            sync_tip[AT(_pid, a)] = tip[_pid];
            sync_acked[AT(_pid, a)] = acked[_pid];
            names[AT(_pid, a)] = (target[_pid] != 0 -> BIT(target[_pid] - 1) : 0)
        :: else
        fi;
        check() }

    /* PREPARE of the attempt of its last SYNC, once, of a proposal that follows from reports which count. */
    :: atomic { IN(_pid, HONEST) && !forked && !left[_pid] && promised[_pid] && !prepared[AT(_pid, promised[_pid])] ->
        a = promised[_pid];
        d_step { find_tips(tips, log, v, yes, i); log = 0; v = 0; yes = 0 }
        /* E: some of those that left before this attempt, and of the convicted */
        for (j : 0 .. SEATS - 1) {
            if
            :: IN(j, HONEST) && left[j] && left_promised[j] < a -> excused = excused | BIT(j)
            :: CONVICTED && IN(j, LIARS) -> excused = excused | BIT(j)
            :: true
            fi
        }
        /* the reports: a LEAVE of each in E, some SYNCs of this attempt of honest seats, and anything that a liar can back */
        for (j : 0 .. SEATS - 1) {
            if
            :: IN(j, HONEST & excused) ->
                authors = authors | BIT(j);
                report_tip[j] = left_tip[j];
                report_acked[j] = left_acked[j];
                d_step { lock_of(j, ATTEMPTS + 1, lock_at[j], lock[j], k) }
            :: IN(j, HONEST & ~excused) && sync_tip[AT(j, a)] != 0 ->
                authors = authors | BIT(j);
                count++;
                report_tip[j] = sync_tip[AT(j, a)];
                report_acked[j] = sync_acked[AT(j, a)];
                report_names[j] = names[AT(j, a)];
                d_step { lock_of(j, a, lock_at[j], lock[j], k) }
            :: IN(j, LIARS & ~excused) ->
                authors = authors | BIT(j);
                count++;
                report_names[j] = ALL;
                select(log : 1 .. 7); /* a tip with ACKs of all; a liar with another one is silent */
                if
                :: IN(log, tips) -> report_tip[j] = log
                :: else -> authors = authors & ~BIT(j); count--
                fi;
                d_step { is_open(yes, log, i) }
                if
                :: yes && report_tip[j] != 0 -> report_acked[j] = 1
                :: yes && report_tip[j] != 0 -> report_acked[j] = 2
                :: true
                fi;
                yes = 0;
                for (v : 1 .. a - 1) { /* a lock of a lower attempt, with its PREPAREs */
                    for (top : 0 .. SEATS - 1) {
                        d_step { has_quorum(yes, PREPARES, v, prepared[AT(top, v)], i, k) }
                        if
                        :: yes && report_tip[j] != 0 -> lock_at[j] = v; lock[j] = prepared[AT(top, v)]
                        :: true
                        fi
                    }
                }
                v = 0; top = 0; yes = 0; log = 0
            :: !IN(j, HONEST & excused) /* silent, or its SYNC is not among them */
            fi
        }
        kind = 0;
        if
        :: count >= NEEDED(excused) -> d_step { conclude() }
        :: else
        fi;
        if
        :: kind == 2 && !IN(_pid, excused) -> /* forced: also where it is among the lost itself */
            for (j : 0 .. SEATS - 1) {
                if
                :: IN(j, authors) && lock_at[j] == top ->
                    decided = PROPOSAL(LOST_BY(lock[j]), excused, LOG_BY(lock[j]))
                :: decided != 0 || !IN(j, authors) || lock_at[j] != top || j < SEATS - 1
                fi
            }
        :: kind == 1 && !IN(_pid, excused) -> /* free: the lost are those in E, and others with a case, not itself */
            select(lost : 0 .. ALL);
            yes = WITHIN(excused, lost) && SIZE(lost) <= LOST && !IN(_pid, lost);
#if CLAIMS
            d_step {
                tips = yes;
                for (j : 0 .. SEATS - 1) {
                    if
                    :: IN(j, lost & ~excused) ->
                        has_case(yes, j, excused, i, k, top);
                        tips = tips && yes && target[_pid] == 1 + j; /* it would still lose it itself */
                        k = 0;
                        for (i : 0 .. SEATS - 1) { k = k + (IN(i, authors & ~excused) && IN(j, report_names[i])) }
                        tips = tips && k >= NEEDED(excused)
                    :: else
                    fi
                }
                yes = tips
            }
#endif
            if
            :: yes -> decided = PROPOSAL(lost, excused, log)
            :: else
            fi
        :: else
        fi;
        skip;
        d_step { /* where nobody lies, the leader of an attempt is honest and signs one PROPOSE */
            for (i : 0 .. SEATS - 1) {
                if
                :: LIARS == 0 && prepared[AT(i, a)] != 0 && prepared[AT(i, a)] != decided -> decided = 0
                :: else
                fi
            };
            prepared[AT(_pid, a)] = decided
        }
        d_step { forget() }
        check() }

    /* CONFIRM of the attempt of its last SYNC, once, of what q(m) seats prepared: from now on it is this seat's lock. */
    :: atomic { IN(_pid, HONEST) && !forked && !left[_pid] && promised[_pid] && !confirmed[AT(_pid, promised[_pid])] ->
        a = promised[_pid];
        select(j : 0 .. SEATS - 1);
        skip;
        d_step { has_quorum(yes, PREPARES, a, prepared[AT(j, a)], i, k) }
        if
        :: yes -> confirmed[AT(_pid, a)] = prepared[AT(j, a)]
        :: else
        fi;
        check() }
    od
}
