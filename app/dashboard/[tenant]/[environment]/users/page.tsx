import type { Metadata } from "next";
import { NameCell } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusBadge } from "@/app/dashboard/_nouns/status-badge";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Badge, When } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import { type FoundUser, searchUsers } from "@/lib/users/user-search-store";

export const metadata: Metadata = { title: "Users" };

/** The environment's user pool. */
export default async function UsersPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "suspended" ? asked : null;
  const page = await inTenant(caller, (t) => searchUsers(t, { ...browse, status }));
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
      head={["User", "Status", "Memberships", "Last sign-in", "Created"]}
      row={(user) => <Row key={user.id} user={user} path={path} />}
    />
  );
}

function Row({ user, path }: { user: FoundUser; path: string }) {
  return (
    <tr>
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
