import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Table } from "@/app/dashboard/_parts/table";
import type { TenantActivity } from "@/lib/platform/operators/activity-store";

const numbers = new Intl.NumberFormat("en");

/** Tenants with what their users do, the busiest first. */
export function BusyTenants({ tenants }: { tenants: TenantActivity[] }) {
  if (tenants.length === 0)
    return <p className="text-neutral-600 dark:text-neutral-400">There are no tenants yet.</p>;
  return (
    <Table
      caption="Tenants, the busiest first"
      head={["Tenant", "Sign-ins", "Failed", "Lockouts", "Active users, 30 days"]}
    >
      {tenants.map((tenant) => (
        <tr key={tenant.publicId}>
          <td className="min-w-40 wrap-anywhere">
            <TextLink href={`/dashboard/operator/tenants/${tenant.publicId}`}>
              {tenant.name}
            </TextLink>{" "}
            {tenant.status === "disabled" && <Badge tone="red">disabled</Badge>}
          </td>
          <td className="tabular-nums">{numbers.format(tenant.signIns)}</td>
          <td className="tabular-nums">{numbers.format(tenant.failures)}</td>
          <td className="tabular-nums">{numbers.format(tenant.lockouts)}</td>
          <td className="tabular-nums">{numbers.format(tenant.activeUsers)}</td>
        </tr>
      ))}
    </Table>
  );
}
