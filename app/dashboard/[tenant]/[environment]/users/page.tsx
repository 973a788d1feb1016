import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, placePath } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Badge } from "@/app/dashboard/_parts/page";
import { NameCell, StatusBadge, When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/page";
import type { Words } from "@/app/dashboard/_words/words-of";
import { type FoundUser, searchUsers } from "@/lib/core/users/user-search-store";
import { inLateRead } from "@/lib/kernel/db/late-read";
import { BulkBar, Tick } from "./bulk-bar";
import { FactorFilter } from "./factor-filter";
import { InvitationFilter } from "./invitation-filter";
import { narrowedBy } from "./selection";

export const generateMetadata = titled("users", "list.title");

/** List of the environment's users. */
export default viewerPage("users", async ({ caller, t, format, mayChange, search, place }) => {
  const browse = browseOf(search);
  const narrowed = narrowedBy(search);
  const page = await inLateRead(caller, (db) => searchUsers(db, { ...browse, ...narrowed }));
  const path = placePath(place, "users");
  return (
    <Listing
      title={t("list.title")}
      about={t("list.about")}
      path={path}
      browse={browse}
      narrowed={narrowed}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: t("list.create") } : undefined}
      beside={{ href: `${path}/imports`, name: t("imports.link") }}
      search={{
        label: t("list.search"),
        placeholder: t("list.searchPlaceholder"),
        filters: (
          <>
            <StatusFilter status={narrowed.status} statuses={["active", "suspended"]} />
            <InvitationFilter invitation={narrowed.invitation} />
            <FactorFilter factor={narrowed.factor} />
          </>
        ),
      }}
      empty={{
        title: t("list.emptyTitle"),
        text: mayChange ? t("list.emptyInvite") : t("list.emptyAsk"),
      }}
      order="-created"
      bulk={
        <BulkBar path={path} filters={{ q: browse.query, ...narrowed }} mayChange={mayChange} />
      }
      head={[
        t("list.head.choose"),
        [t("list.head.user"), "name"],
        t("list.head.status"),
        t("list.head.memberships"),
        t("list.head.lastSignIn"),
        [t("list.head.created"), "-created"],
      ]}
      row={(user) => <Row key={user.id} {...{ user, path, t, format }} />}
    />
  );
});

interface RowProps extends Pick<Words<"users">, "t" | "format"> {
  user: FoundUser;
  path: string;
}

function Row({ user, path, t, format }: RowProps) {
  return (
    <tr>
      <td>
        <Tick id={user.id} name={t("list.choose", { name: user.email })} />
      </td>
      <NameCell
        href={`${path}/${user.id}`}
        name={user.displayName ?? user.email}
        below={user.displayName && user.email}
      />
      <td>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={user.status} />
          {!user.emailVerified && <Badge tone="amber">{t("list.unverified")}</Badge>}
        </span>
      </td>
      <td>{format.number(user.memberships)}</td>
      <td>
        <When at={user.lastSignInAt} />
      </td>
      <td>
        <When at={user.createdAt} />
      </td>
    </tr>
  );
}
