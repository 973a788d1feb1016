/** A file can't be read: it breaks off, or has something in it that no such file has. */
export class BadFile extends Error {}

/** A file is not of the format that it was said to be of. */
export class NotOfFormat extends Error {}
