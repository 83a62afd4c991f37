export { addressClass, classOfHost } from './requesting/address-class.js';
export type { AddressClass } from './requesting/address-class.js';
export { fetchDocument } from './requesting/fetch-document.js';
export { createRequester } from './requesting/send-request.js';
export type { Requester, SendOptions } from './requesting/send-request.js';
