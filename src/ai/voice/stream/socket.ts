type Data = ArrayBuffer | string;

/** Listens to a socket. `gone` is called when it closes or fails. */
export function listen(socket: WebSocket, take: (data: Data) => void, gone: () => void): void {
  // By default a binary message is a Blob, whose bytes would arrive after the next message.
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => take(data as Data));
  socket.addEventListener("close", gone);
  socket.addEventListener("error", gone);
}

/**
 * Sends data. What is sent into a line that has just broken is lost; the line's end is reported by its
 * own event.
 */
export function hand(socket: WebSocket, data: Data): void {
  try {
    socket.send(data);
  } catch {
    // As above.
  }
}

export function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // It is closed.
  }
}
