import type { Metadata } from "next";
import { Badge } from "@/app/dashboard/_parts/badge";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { readQueues } from "@/lib/platform/operators/read-queues";

export const metadata: Metadata = { title: "Queues" };

/** What the workers have before them. */
export default async function QueuesPage() {
  await signedInOperator();
  const queues = await readQueues();
  return (
    <>
      <PageHead
        title="Queues"
        about="What the workers have before them. A queue whose oldest job keeps waiting has no worker, or too few."
      />
      <Table
        caption="Queues"
        head={["Queue", "Waiting", "Oldest since", "Later", "In work", "Failed"]}
      >
        {queues.map((queue) => (
          <tr key={queue.name}>
            <td className="font-mono text-xs">{queue.name}</td>
            <td className="tabular-nums">{queue.waiting}</td>
            <td className="whitespace-nowrap">
              <When at={queue.oldestWaitingSince} otherwise="none" />
            </td>
            <td className="tabular-nums">{queue.scheduled}</td>
            <td className="tabular-nums">{queue.active}</td>
            <td className="tabular-nums">
              {queue.failed === 0 ? 0 : <Badge tone="red">{queue.failed}</Badge>}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
