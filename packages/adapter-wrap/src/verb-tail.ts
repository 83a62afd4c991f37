/** What `{{verb}}` stands for in `wrap.argv_template`: the verb key after its first `.`, or the whole key (§6.4 point 2). */
export function verbTail(verbKey: string): string {
  return verbKey.slice(verbKey.indexOf('.') + 1);
}
