/** The version of this runtime as its package has it; a lock entry says which one validated it. */
export const runtimeVersion = '0.1.0';
