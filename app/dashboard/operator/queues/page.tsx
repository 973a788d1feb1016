import { Badge, PageHead } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { readQueues } from "@/lib/core/operators/read-queues";

export const generateMetadata = titled("operator", "queues.title");

/** Waiting work of the workers. */
export default operatorPage(async ({ t, format }) => {
  const queues = await readQueues();
  return (
    <>
      <PageHead title={t("queues.title")} about={t("queues.about")} />
      <Table
        caption={t("queues.title")}
        head={[
          t("queues.queue"),
          t("queues.waiting"),
          t("queues.oldest"),
          t("queues.scheduled"),
          t("queues.active"),
          t("queues.failed"),
        ]}
      >
        {queues.map((queue) => (
          <tr key={queue.name}>
            <td className="font-mono text-xs">{queue.name}</td>
            <td className="tabular-nums">{format.number(queue.waiting)}</td>
            <td className="whitespace-nowrap">
              <When at={queue.oldestWaitingSince} otherwise={t("queues.noneWaiting")} />
            </td>
            <td className="tabular-nums">{format.number(queue.scheduled)}</td>
            <td className="tabular-nums">{format.number(queue.active)}</td>
            <td className="tabular-nums">
              {queue.failed === 0 ? (
                format.number(0)
              ) : (
                <Badge tone="red">{format.number(queue.failed)}</Badge>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
});
