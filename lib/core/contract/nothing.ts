import { z } from "zod";

/** The body of a call that takes none: absent or `{}`, so that a field sent in error is not ignored. */
export const NothingBody = z.strictObject({}).meta({ id: "Nothing" });
