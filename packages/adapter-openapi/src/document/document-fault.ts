/** What a document says and this runtime cannot do, or what it fails to say; the message completes "<subject>: ". */
export class DocumentFault extends Error {}
