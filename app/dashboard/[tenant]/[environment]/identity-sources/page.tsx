import { listPage } from "@/app/dashboard/_nouns/list-page";
import { Mono, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchIdentitySources } from "@/lib/core/external-identities/external-identity-search-store";
import { inBatch } from "@/lib/kernel/db/batch";

export const generateMetadata = titled("connections", "sources.list.title");

/** List of the external issuers that the environment trusts. */
export default listPage({
  ...{ area: "connections", texts: "sources.list", path: "identity-sources", order: "-created" },
  read: (caller, browse) => inBatch(caller, (db) => searchIdentitySources(db, browse)),
  show: ({ t }) => ({
    name: [t("sources.fields.issuer"), ({ issuer }) => ({ name: issuer })],
    columns: [
      [t("shared.status"), ({ status }) => <StatusBadge status={status} />],
      [
        t("sources.fields.audiences"),
        ({ audiences }) => <Mono>{audiences.join(", ")}</Mono>,
        "min-w-40 wrap-anywhere",
      ],
      [
        [t("sources.page.added"), "-created"],
        ({ createdAt }) => <When at={createdAt} />,
        "whitespace-nowrap",
      ],
    ],
  }),
});
