import { pointer } from '@hcp/manifest';

export type ArgumentPath = readonly (string | number)[];

/** Thrown where an argument cannot be written; never holds its value. */
export class RenderFault extends Error {
  constructor(path: ArgumentPath, reason: string) {
    super(`${pointer(path)} ${reason}`);
  }
}
