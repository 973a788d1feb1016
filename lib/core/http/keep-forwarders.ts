import { upsertForwarder } from "@/lib/core/platform/forwarder-store";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { onForwarder } from "@/lib/kernel/process/forwarders";
import { logger } from "@/lib/kernel/process/logger";

/** Makes this process record in the database which peers send X-Forwarded-For, for the start and `atrium
 *  doctor` to report. No request waits for it. */
export function recordForwarders(): void {
  onForwarder((forwarder) => {
    upsertForwarder(unscoped, forwarder).catch((error: unknown) =>
      logger.debug({ err: error }, "a peer that forwards was not kept"),
    );
  });
}
