import type { Metadata } from "next";
import { Mono, NameCell, Quiet, TextLink } from "@/app/dashboard/_nouns/layout-parts";
import { Listing } from "@/app/dashboard/_nouns/listing";
import { browseOf, type PageProps, placePath, textOf } from "@/app/dashboard/_nouns/place-path";
import { StatusFilter } from "@/app/dashboard/_nouns/status-filter";
import { Notice } from "@/app/dashboard/_parts/notice";
import { When } from "@/app/dashboard/_parts/parts";
import { administratorIn } from "@/app/dashboard/administrator";
import { mayActAs } from "@/lib/administrators/administrator";
import { inTenant } from "@/lib/db";
import { readCapacity } from "@/lib/installations/capacity-store";
import { searchInstallations } from "@/lib/installations/installation-search-store";
import { InstallationBadge } from "./installation-badge";

export const metadata: Metadata = { title: "Installations" };

/** The copies of the tenant's apps that run somewhere. */
export default async function InstallationsPage({ params, searchParams }: PageProps) {
  const place = await params;
  const { caller, tenant } = await administratorIn(place);
  const search = await searchParams;
  const browse = browseOf(search);
  const asked = textOf(search, "status");
  const status = asked === "active" || asked === "retired" ? asked : null;
  const { page, capacity } = await inTenant(caller, async (transaction) => ({
    page: await searchInstallations(transaction, { ...browse, status }),
    capacity: await readCapacity(transaction),
  }));
  const mayChange = mayActAs(tenant.role, "admin");
  const path = placePath(place, "installations");
  const { active, limit } = capacity;
  return (
    <>
      {active >= limit && (
        <Notice tone="red">
          No other installation can enrol: {active} of {limit} are active.{" "}
          <TextLink href={`${path}/capacity`}>See what can be done</TextLink>
        </Notice>
      )}
      <Listing
        title="Installations"
        about="Copies of your apps that run somewhere: devices, agents, servers at customers. Each authenticates with a key of its own."
        path={path}
        browse={browse}
        narrowed={{ status }}
        page={page}
        create={
          mayChange
            ? { href: placePath(place, "enrolment-tokens/new"), name: "Enrol installations" }
            : undefined
        }
        search={{
          label: "Search installations",
          placeholder: "Name, platform, version, app, organization, id or key",
          filters: <StatusFilter status={status} statuses={["active", "retired"]} />,
        }}
        empty={{
          title: "No installations yet",
          text: mayChange
            ? "Issue an enrolment token, and hand it to a machine that runs your app: it appears here once it has enrolled itself."
            : "They appear here once an administrator has issued an enrolment token and machines have used it.",
        }}
        head={["Installation", "Status", "Version", "App", "Last seen"]}
        row={(one) => (
          <tr key={one.id}>
            <NameCell
              href={`${path}/${one.id}`}
              name={one.name}
              below={one.platform ?? "platform not told"}
            />
            <td>
              <InstallationBadge status={one.status} />
            </td>
            <td>{one.version ? <Mono>{one.version}</Mono> : <Quiet>not told</Quiet>}</td>
            <td className="min-w-40 wrap-anywhere">
              {one.appName}
              <div>
                <Quiet>{one.organizationName ?? "no organization"}</Quiet>
              </div>
            </td>
            <td className="whitespace-nowrap">
              <When at={one.lastSeenAt} />
            </td>
          </tr>
        )}
      />
      <p className="mt-6 text-sm">
        <Quiet>
          {active.toLocaleString("en")} of {limit.toLocaleString("en")} active, over all
          environments of the tenant.
        </Quiet>{" "}
        <TextLink href={`${path}/capacity`}>Capacity</TextLink>
      </p>
    </>
  );
}
