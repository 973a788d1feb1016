import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchOrganizationTypes } from "@/lib/core/organization-types/organization-type-search-store";
import { inTransaction } from "@/lib/kernel/db/transaction";

export const generateMetadata = titled("organizations", "types.list.title");

/** List of the organization types, to which apps can be limited. */
export default listPage({
  ...{ area: "organizations", texts: "types.list", path: "organization-types" },
  read: (caller, browse) => inTransaction(caller, (db) => searchOrganizationTypes(db, browse)),
  show: ({ t, format }) => ({
    name: [t("types.list.type"), ({ name, key }) => ({ name, below: <Mono>{key}</Mono> })],
    columns: [[t("types.list.organizations"), ({ organizations }) => format.number(organizations)]],
  }),
});
