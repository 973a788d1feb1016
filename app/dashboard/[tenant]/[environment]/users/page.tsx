import { ListFilter } from "@/app/dashboard/_nouns/list-filter";
import { listPage } from "@/app/dashboard/_nouns/list-page";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { factorFilters } from "@/app/dashboard/[tenant]/[environment]/users/selection";
import { searchUsers } from "@/lib/core/users/user-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";
import { BulkBar, Tick } from "./bulk-bar";
import { files } from "./features";
import { narrowedBy } from "./selection";

export const generateMetadata = titled("users", "list.title");

/** List of the environment's users. */
export default listPage({
  ...{ area: "users", texts: "list", path: "users", order: "-created" },
  narrow: narrowedBy,
  filters: ({ status, invitation, factor }) => (
    <>
      <StatusFilter status={status} statuses={["active", "suspended"]} />
      <InvitationFilter invitation={invitation} />
      <FactorFilter factor={factor} />
    </>
  ),
  read: (caller, browse) => inLateRead(caller, (db) => searchUsers(db, browse)),
  show: ({ t, format, mayChange, path, browse, narrowed }) => ({
    beside: files && { href: `${path}/${files.imports}`, name: t("imports.link") },
    bulk: <BulkBar path={path} filters={{ q: browse.query, ...narrowed }} mayChange={mayChange} />,
    tick: [
      t("list.head.choose"),
      ({ id, email }) => <Tick id={id} name={t("list.choose", { name: email })} />,
    ],
    name: [
      [t("list.head.user"), "name"],
      ({ displayName, email }) => ({ name: displayName ?? email, below: displayName && email }),
    ],
    columns: [
      [
        t("list.head.status"),
        ({ status, emailVerified }) => (
          <span className="flex flex-wrap gap-1.5">
            <StatusBadge status={status} />
            {!emailVerified && <Badge tone="amber">{t("list.unverified")}</Badge>}
          </span>
        ),
      ],
      [t("list.head.memberships"), ({ memberships }) => format.number(memberships)],
      [t("list.head.lastSignIn"), ({ lastSignInAt }) => <When at={lastSignInAt} />],
      [[t("list.head.created"), "-created"], ({ createdAt }) => <When at={createdAt} />],
    ],
  }),
});

/** Filter of the list by a factor's type, or for users without any (`?factor=`). */
async function FactorFilter({ factor }: { factor: string | null }) {
  const { t } = await wordsOf("users");
  return (
    <ListFilter
      label={t("list.factor.label")}
      name="factor"
      value={factor}
      any={t("list.factor.any")}
      options={factorFilters.map((value) => ({ value, name: t(`list.factor.${value}`) }))}
    />
  );
}

/** Filter of the list for users whose invitation is open, or lapsed (`?invitation=`). */
async function InvitationFilter({ invitation }: { invitation: string | null }) {
  const { t } = await wordsOf("users");
  return (
    <ListFilter
      label={t("list.invitation.label")}
      name="invitation"
      value={invitation}
      any={t("list.invitation.any")}
      options={[
        { value: "open", name: t("list.invitation.open") },
        { value: "lapsed", name: t("list.invitation.lapsed") },
      ]}
    />
  );
}
