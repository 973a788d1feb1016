import { z } from "zod";

/** Body of a call that takes none: absent or `{}`, so that a field sent by mistake is not ignored. */
export const NothingBody = z.strictObject({}).meta({ id: "Nothing" });
