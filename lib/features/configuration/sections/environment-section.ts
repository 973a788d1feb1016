import { findEnvironment, keyOfEnvironment } from "@/lib/core/tenants/environment-store";
import { renameEnvironment } from "@/lib/core/tenants/rename-environment";
import type { Section } from "@/lib/features/configuration/section";

/** Name of the environment. Its kind and its key never change. */
export const environmentSection: Section = {
  name: "environment",
  empty: {},
  read: async (db) => {
    const environment = await findEnvironment(db, await keyOfEnvironment(db));
    return { "": { name: environment?.name, kind: environment?.kind } };
  },
  desired: ({ name, kind }) =>
    name === undefined && kind === undefined ? undefined : { "": { name, kind } },
  problems: (desired, there) => {
    const [kind, before] = [desired[""]?.kind, there[""]?.kind];
    return kind === undefined || before === undefined || kind === before
      ? []
      : [{ path: ["kind"], message: `never changes; the environment is ${before}` }];
  },
  create: async () => {},
  change: ({ caller }, _, { name }) => renameEnvironment(caller, name as string),
  remove: async () => {},
};
