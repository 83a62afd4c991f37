import { placeholders, pointer, type Manifest } from '@hcp/manifest';

/** An argument that a verb's template puts into the program's argv (§6.4), and the template token's place in `surface.json`. */
export interface RenderedArgument {
  readonly name: string;
  readonly path: string;
}

/** The arguments that a declared verb of a wrap pack renders; none for every other kind. */
export function renderedArguments(manifest: Manifest, verbKey: string): readonly RenderedArgument[] {
  if (manifest.kind !== 'wrap') return [];
  const cli = manifest.verbs[verbKey]?.cli;
  // the first token of `cli` is the program; in `argv_template`, `verb` is the tail and no argument
  const [tokens, place, first, tail] =
    cli === undefined
      ? [manifest.wrap?.argv_template ?? [], ['wrap', 'argv_template'], 0, 'verb']
      : [cli, ['verbs', verbKey, 'cli'], 1, undefined];
  return tokens.flatMap((token, index) => {
    const names = placeholders(token).flatMap((part) => (part.kind === 'placeholder' ? [part.name] : []));
    const path = pointer([...place, index]);
    return index < first ? [] : names.filter((name) => name !== tail).map((name) => ({ name, path }));
  });
}
