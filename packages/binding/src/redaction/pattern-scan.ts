import { isBase64Unit, paddingUnit } from './base64-units.js';
import type { PatternMatcher } from './pattern-matcher.js';
import { addSpan, type Span } from './spans.js';

/** One pass of a {@link PatternMatcher} over a text: takes its units in order and collects what matched. */
export class PatternScan {
  readonly spans: Span[] = [];
  private readonly matcher: PatternMatcher;
  /** Units since the last one that begins no pattern, and that one, as far back as the longest match reaches. */
  private readonly starts: Uint32Array;
  private readonly units: Uint16Array;
  private readonly mask: number;
  private count = 0;
  private state = 0;
  private lastUnit = 0;
  private lastStart = 0;
  private expects: 'nothing' | 'tail' | 'padding' = 'nothing';

  constructor(matcher: PatternMatcher, longest: number) {
    const size = 2 ** Math.ceil(Math.log2(longest + 2));
    this.matcher = matcher;
    this.starts = new Uint32Array(size);
    this.units = new Uint16Array(size);
    this.mask = size - 1;
  }

  /** Takes one unit and the piece of the text it was read from. */
  readonly feed = (unit: number, start: number, end: number): void => {
    if (this.expects !== 'nothing') this.extend(unit, end);
    const before = this.state;
    this.state = this.matcher.advance(before, unit);
    if (this.state !== 0) {
      if (before === 0) this.remember(this.lastUnit, this.lastStart);
      this.remember(unit, start);
      const length = this.matcher.matchLength(this.state);
      if (length > 0) this.record(length, end);
    }
    this.lastUnit = unit;
    this.lastStart = start;
  };

  private remember(unit: number, start: number): void {
    this.starts[this.count & this.mask] = start;
    this.units[this.count & this.mask] = unit;
    this.count += 1;
  }

  private record(length: number, end: number): void {
    let first = this.count - length;
    if (this.matcher.hasPartialHead(this.state) && isBase64Unit(this.units[(first - 1) & this.mask] ?? 0)) first -= 1;
    addSpan(this.spans, this.starts[first & this.mask] ?? 0, end);
    if (this.matcher.hasPartialTail(this.state)) this.expects = 'tail';
  }

  private extend(unit: number, end: number): void {
    const last = this.spans.at(-1);
    const belongs = this.expects === 'tail' ? isBase64Unit(unit) : unit === paddingUnit;
    this.expects = belongs ? 'padding' : 'nothing';
    if (belongs && last !== undefined) last.end = end;
  }
}
