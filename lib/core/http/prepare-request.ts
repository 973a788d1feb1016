import type { IncomingMessage, ServerResponse } from "node:http";
import { recordForwarders } from "@/lib/core/http/keep-forwarders";
import { answerUnroutable } from "@/lib/core/http/refuse-unroutable";
import { closeAfterUnreadBody, isEnding } from "@/lib/core/http/unread-body";
import { notePeerAddress } from "@/lib/kernel/process/peer-address";

/** Request listener of an HTTP server. */
export type RequestListener<R extends ServerResponse> = (
  request: IncomingMessage,
  response: R,
) => void;

/** Wraps the request listener of every host: answers requests without a valid path, records the peer address
 *  of the others, and closes the connection of a request that was answered before its body was read.
 *  @param respond handles the remaining requests
 *  @param answered called for the requests answered here */
export function preparing<R extends ServerResponse>(
  respond: RequestListener<R>,
  answered: RequestListener<R> = () => {},
): RequestListener<R> {
  recordForwarders();
  return (request, response) => {
    // The answer before already announced that the connection closes.
    if (isEnding(request.socket)) return;
    closeAfterUnreadBody(request, response);
    const isOver = answerUnroutable(request, response);
    notePeerAddress(request);
    if (isOver) return answered(request, response);
    respond(request, response);
  };
}
