import type { Finding } from '../host.js';
import { isDocumentChanged, readPlans } from '../openapi/describe-document.js';
import type { LockedDocument } from '../openapi/locked-document.js';
import { reasonOf } from '../home/system-error.js';
import type { LockEntry } from '../packs/packs-lock.js';
import { fine, problemWithAdvice, warning } from './finding.js';

/** The document of an openapi pack (profile P12): its plans are whole, and it is the one that they were made of. */
export const examineDocument = (id: string, entry: LockEntry, plans: string): readonly Finding[] => {
  const { openapi, root } = entry;
  if (openapi === undefined) return [];
  const subject = `pack ${id}`;
  const fault = planFault(openapi, plans);
  if (fault !== undefined) return [problemWithAdvice(subject, fault, `hcp install --update ${root}`)];
  const allowed = openapi.allowed_addresses.map((found) =>
    warning(subject, `its servers may have ${found} addresses`, `hcp install --update ${root} takes it back.`),
  );
  const changed = isDocumentChanged(openapi, root)
    ? [
        warning(
          subject,
          `${openapi.source} changed since the pack was installed; calls go by what was installed`,
          `Look at it, then hcp install --update ${root}`,
        ),
      ]
    : [];
  return [fine(subject, `calls ${openapi.servers.join(', ')}`), ...allowed, ...changed];
};

const planFault = (openapi: LockedDocument, plans: string): string | undefined => {
  try {
    readPlans(openapi, plans);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
};
