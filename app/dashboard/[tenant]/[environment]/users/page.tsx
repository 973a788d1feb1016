import type { Metadata } from "next";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { NameCell } from "@/app/dashboard/_nouns/name-cell";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Badge } from "@/app/dashboard/_parts/badge";
import { When } from "@/app/dashboard/_parts/when";
import { administratorIn } from "@/app/dashboard/administrator";
import { inTransaction } from "@/lib/db/transaction";
import { mayActAs } from "@/lib/platform/administrators/administrator";
import { type FoundUser, searchUsers } from "@/lib/users/user-search-store";
import { BulkBar, Tick } from "./bulk-bar";

export const metadata: Metadata = { title: "Users" };

/** The environment's user pool. */
export default async function UsersPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "suspended" ? asked : null;
  const page = await inTransaction(caller, (db) => searchUsers(db, { ...browse, status }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "users");
  return (
    <Listing
      title="Users"
      about="The people who sign in, in this environment alone. Memberships in organizations decide which apps they reach."
      path={path}
      browse={browse}
      narrowed={{ status }}
      page={page}
      create={mayChange ? { href: `${path}/new`, name: "New user" } : undefined}
      search={{
        label: "Search users",
        placeholder: "Address, name, external id or id",
        filters: <StatusFilter status={status} statuses={["active", "suspended"]} />,
      }}
      empty={{
        title: "No users yet",
        text: mayChange
          ? "Invite the first one, or let your backend make them over the API."
          : "An administrator of this tenant can invite them.",
      }}
      order="-created"
      bulk={<BulkBar path={path} query={browse.query} status={status} mayChange={mayChange} />}
      head={[
        "Choose",
        ["User", "name"],
        "Status",
        "Memberships",
        "Last sign-in",
        ["Created", "-created"],
      ]}
      row={(user) => <Row key={user.id} user={user} path={path} />}
    />
  );
}

function Row({ user, path }: { user: FoundUser; path: string }) {
  return (
    <tr>
      <td>
        <Tick id={user.id} name={user.email} />
      </td>
      <NameCell
        href={`${path}/${user.id}`}
        name={user.displayName ?? user.email}
        below={user.displayName && user.email}
      />
      <td>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={user.status} />
          {!user.emailVerified && <Badge tone="amber">address unverified</Badge>}
        </span>
      </td>
      <td>{user.memberships}</td>
      <td>
        <When at={user.lastSignInAt} />
      </td>
      <td>
        <When at={user.createdAt} />
      </td>
    </tr>
  );
}
