import { join } from 'node:path';
import { DocumentFault, draftPack, type PackDraft } from '@hcp/adapter-openapi/document';
import { fileJson } from '@hcp/manifest';
import { HcpError } from '@hcp/pipeline';
import { checkPack } from '../packs/check-pack.js';
import { isPackId } from '../packs/pack-id.js';
import { oneLine } from '../packs/print-issue.js';
import type { ImportOptions, ImportReport } from './import-report.js';
import { compareWithFolder, writeFiles, type DraftFiles } from './pack-files-on-disk.js';
import { fetchDocumentFrom, isUrl, readDocumentFile, type ImportedDocument } from './read-document.js';

/**
 * Drafts a pack of an OpenAPI document (profile P12) and writes it into a folder that has none; where there is one, says
 * how it differs and leaves it, unless `overwrite`. The draft passes the validators, or nothing is written. Throws
 * `HcpError` `invalid_document`, `invalid_pack`, `folder_in_use` and the like.
 */
export const importDocument = async (source: string, options: ImportOptions): Promise<ImportReport> => {
  const { id: given } = options;
  if (given !== undefined && !isPackId(given)) {
    throw new HcpError(
      'invalid_pack_id',
      `${JSON.stringify(given)} is no pack id; write 1 to 128 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.`,
    );
  }
  const { draft, files } = await draftOf(source, options);
  const folder = options.folder ?? join(options.workingFolder, draft.id);
  requireFitting(draft, files);
  await checkPack(folder, { surface: files.get('surface.json'), policy: files.get('policy.json') });
  requireReadableSkill(draft);
  const diff = compareWithFolder(folder, files);
  const result = resultOf(diff, options.overwrite);
  if (result === 'written' || result === 'overwritten') writeFiles(folder, files);
  return { id: draft.id, folder, result, verbs: draft.verbs, skipped: draft.skipped, diff: diff ?? [] };
};

const resultOf = (diff: readonly string[] | undefined, overwrite: boolean): ImportReport['result'] => {
  if (diff === undefined) return 'written';
  if (diff.length === 0) return 'unchanged';
  return overwrite ? 'overwritten' : 'differs';
};

interface Drafted {
  readonly draft: PackDraft;
  readonly files: DraftFiles;
}

const draftOf = async (source: string, { id, tags, operations, allowPrivate }: ImportOptions): Promise<Drafted> => {
  try {
    const imported = isUrl(source) ? await fetchDocumentFrom(source, allowPrivate) : readDocumentFile(source);
    const { document, path, url } = imported;
    const named = { ...(id === undefined ? {} : { id }), ...(url === undefined ? {} : { url }) };
    const draft = draftPack(document, { tags, operations, path, ...named });
    return { draft, files: filesOf(draft, imported) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw new HcpError('invalid_document', `${oneLine(source)} ${oneLine(error.message)}.`, { cause: error });
  }
};

const filesOf = ({ surface, policy, skill }: PackDraft, { files }: ImportedDocument): DraftFiles => {
  const texts: readonly (readonly [string, string])[] = [
    ['surface.json', surface],
    ['policy.json', policy],
    ['HARNESS.md', skill],
  ];
  return new Map([...texts.map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]), ...files()]);
};

/** Before the validators, whose advice is for files that somebody wrote. */
const requireFitting = ({ verbs }: PackDraft, files: DraftFiles): void => {
  for (const name of ['surface.json', 'policy.json']) {
    if ((files.get(name)?.byteLength ?? 0) > fileJson.maxBytes) {
      throw new HcpError(
        'draft_too_large',
        `the document has ${verbs.length} operations, too many for one pack: its ${name} would be larger than ${fileJson.maxBytes} bytes; choose some with --tag or --operation. Nothing is written.`,
      );
    }
  }
};

const requireReadableSkill = ({ skill, verbs }: PackDraft): void => {
  if (Buffer.byteLength(skill) > fileJson.maxBytes) {
    throw new HcpError(
      'draft_too_large',
      `the Skill of ${verbs.length} verbs would be larger than ${fileJson.maxBytes} bytes; choose some with --tag or --operation.`,
    );
  }
};
