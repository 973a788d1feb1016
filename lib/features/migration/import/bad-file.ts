/** Error for a file that breaks off, or has content that its format cannot have. */
export class BadFile extends Error {}

/** Error for a file that is not of the stated format. */
export class NotOfFormat extends Error {}
