import { RE2JS, RE2JSException } from 're2js';
import { translatePattern, UnsupportedPattern } from './translate-pattern.js';

/** A pattern whose matching takes time linear in the text, whatever the text. */
export interface LinearPattern {
  readonly test: (text: string) => boolean;
  /** Steps of the compiled pattern; a test takes at most so many for each character. */
  readonly programSize: number;
  readonly toString: () => string;
}

const longestPattern = 1024;
const largestProgram = 4000;

/** The reason why a pattern is refused follows its pointer. */
export class RefusedPattern extends Error {}

/**
 * Compiles a JSON Schema pattern for the linear-time engine. Throws {@link RefusedPattern} for what is no valid
 * pattern, for look-around and back-references, and for one that is too large.
 */
export function compileLinearPattern(pattern: string): LinearPattern {
  if (pattern.length > longestPattern) {
    throw new RefusedPattern(`has ${pattern.length} characters, more than the ${longestPattern} allowed`);
  }
  const program = compileProgram(pattern);
  const programSize = program.programSize();
  if (programSize > largestProgram) {
    throw new RefusedPattern(`compiles to more than the ${largestProgram} steps allowed; use shorter repeats`);
  }
  return { test: (text) => program.test(text), programSize, toString: () => pattern };
}

function compileProgram(pattern: string): RE2JS {
  try {
    new RegExp(pattern, 'u');
    return RE2JS.compile(translatePattern(pattern));
  } catch (error) {
    if (error instanceof SyntaxError) throw new RefusedPattern('is not a valid regular expression of ECMA-262');
    if (error instanceof UnsupportedPattern) {
      throw new RefusedPattern(`uses ${error.message}, which cannot be matched in linear time; rewrite it without`);
    }
    if (error instanceof RE2JSException) {
      throw new RefusedPattern(`cannot be matched in linear time: ${error.message.slice(0, 200)}`);
    }
    throw error;
  }
}
