import { PatternScan } from './pattern-scan.js';

/** A sequence of units to find. */
export interface Pattern {
  readonly units: string;
  /** The base64 digit before the units carries some bits of the secret too. */
  readonly partialHead?: boolean;
  /** The base64 digit behind the units carries some bits of the secret too, and padding may follow. */
  readonly partialTail?: boolean;
}

const headFlag = 1;
const tailFlag = 2;

/**
 * Finds many patterns in one pass (Aho–Corasick): the time is linear in the text, whatever the text and the
 * patterns hold, so that a child cannot slow its host down by printing what nearly matches. State 0 is the root,
 * and as a child it stands for none.
 */
export class PatternMatcher {
  private readonly unitOf: Uint16Array;
  private readonly firstChild: Int32Array;
  private readonly sibling: Int32Array;
  private readonly failure: Int32Array;
  /** Units of the longest pattern that ends in a state; 0 for none. */
  private readonly matched: Int32Array;
  private readonly flags: Uint8Array;
  /** Children of the root: most units of most texts are looked up here and nowhere else. */
  private readonly rootAscii: Int32Array = new Int32Array(128);
  private readonly rootOther: Map<number, number> = new Map<number, number>();
  private states = 1;
  private longest = 0;

  constructor(patterns: readonly Pattern[]) {
    const most = patterns.reduce((sum, pattern) => sum + pattern.units.length, 1);
    this.unitOf = new Uint16Array(most);
    this.firstChild = new Int32Array(most);
    this.sibling = new Int32Array(most);
    this.failure = new Int32Array(most);
    this.matched = new Int32Array(most);
    this.flags = new Uint8Array(most);
    for (const pattern of patterns) this.insert(pattern);
    this.linkFailures();
  }

  scan(): PatternScan {
    return new PatternScan(this, this.longest);
  }

  /** The state after one more unit. */
  advance(state: number, unit: number): number {
    let from = state;
    for (;;) {
      const next = this.child(from, unit);
      if (next !== 0 || from === 0) return next;
      from = this.failure[from] ?? 0;
    }
  }

  matchLength(state: number): number {
    return this.matched[state] ?? 0;
  }

  hasPartialHead(state: number): boolean {
    return ((this.flags[state] ?? 0) & headFlag) !== 0;
  }

  hasPartialTail(state: number): boolean {
    return ((this.flags[state] ?? 0) & tailFlag) !== 0;
  }

  private insert({ units, partialHead = false, partialTail = false }: Pattern): void {
    let state = 0;
    for (let index = 0; index < units.length; index += 1) {
      const unit = units.charCodeAt(index);
      const known = this.child(state, unit);
      state = known === 0 ? this.add(state, unit) : known;
    }
    this.matched[state] = units.length;
    this.flags[state] = (this.flags[state] ?? 0) | (partialHead ? headFlag : 0) | (partialTail ? tailFlag : 0);
    this.longest = Math.max(this.longest, units.length);
  }

  private add(parent: number, unit: number): number {
    const state = this.states;
    this.states += 1;
    this.unitOf[state] = unit;
    if (parent !== 0) {
      this.sibling[state] = this.firstChild[parent] ?? 0;
      this.firstChild[parent] = state;
    } else if (unit < 128) {
      this.rootAscii[unit] = state;
    } else {
      this.rootOther.set(unit, state);
    }
    return state;
  }

  private child(state: number, unit: number): number {
    if (state === 0) return (unit < 128 ? this.rootAscii[unit] : this.rootOther.get(unit)) ?? 0;
    let child = this.firstChild[state] ?? 0;
    while (child !== 0 && this.unitOf[child] !== unit) child = this.sibling[child] ?? 0;
    return child;
  }

  /** A state fails to the state of the longest other beginning of a pattern that ends in the same units. */
  private linkFailures(): void {
    const queue = [...this.rootAscii, ...this.rootOther.values()].filter((state) => state !== 0);
    for (let at = 0; at < queue.length; at += 1) {
      const state = queue[at] ?? 0;
      for (let child = this.firstChild[state] ?? 0; child !== 0; child = this.sibling[child] ?? 0) {
        const failure = this.advance(this.failure[state] ?? 0, this.unitOf[child] ?? 0);
        this.failure[child] = failure;
        this.inherit(child, failure);
        queue.push(child);
      }
    }
  }

  /** What ends in the failure state ends here too. The longest pattern covers the heads of shorter ones, not tails. */
  private inherit(state: number, failure: number): void {
    const flags = this.flags[failure] ?? 0;
    if (this.matched[state] === 0) {
      this.matched[state] = this.matched[failure] ?? 0;
      this.flags[state] = flags;
    } else {
      this.flags[state] = (this.flags[state] ?? 0) | (flags & tailFlag);
    }
  }
}
