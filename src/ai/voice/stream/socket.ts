type Data = ArrayBuffer | string;

/** `gone` is called however it ends. */
export function listen(socket: WebSocket, take: (data: Data) => void, gone: () => void): void {
  // By itself a binary message is a Blob, whose bytes would come later than the next message.
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => take(data as Data));
  socket.addEventListener("close", gone);
  socket.addEventListener("error", gone);
}

/** What is sent into a line that has just broken is lost; its end is told by itself. */
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
