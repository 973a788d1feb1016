import { byStatus, listPage } from "@/app/dashboard/_nouns/list-page";
import { placePath } from "@/app/dashboard/_nouns/place-path";
import { Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { searchPrincipals } from "@/lib/core/external-identities/external-identity-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";

export const generateMetadata = titled("connections", "principals.list.title");

/** List of the people that identity sources report, with their users. */
export default listPage({
  ...{ area: "connections", texts: "principals.list", path: "external-principals" },
  ...byStatus("bound", "free"),
  order: "-created",
  read: (caller, { status, ...browse }) => {
    const claimed = status && status === "bound";
    return inLateRead(caller, (db) => searchPrincipals(db, { ...browse, claimed }));
  },
  show: ({ t, place }) => ({
    name: [
      t("principals.list.principal"),
      ({ subject, issuer }) => ({ name: subject, below: issuer }),
    ],
    columns: [
      [
        t("principals.list.boundTo"),
        ({ userId, email }) =>
          userId ? (
            <TextLink href={placePath(place, `users/${userId}`)}>{email}</TextLink>
          ) : (
            <Quiet>{t("principals.list.nobody")}</Quiet>
          ),
      ],
      [
        [t("principals.list.added"), "-created"],
        ({ createdAt }) => <When at={createdAt} />,
        "whitespace-nowrap",
      ],
    ],
  }),
});
