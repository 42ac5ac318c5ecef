import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Seen, Turn } from "./model-process.ts";

/** Runs the model server of model-process.ts, and tells it what to answer. */
export class ModelProcess {
  url = "";
  private child: ChildProcess | undefined;

  async start(): Promise<void> {
    const child = spawn(process.execPath, ["test/support/model-process.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child = child;
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    this.url = `http://127.0.0.1:${Number(line.toString())}`;
  }

  async script(...turns: Turn[]): Promise<void> {
    await fetch(`${this.url}/script`, { method: "POST", body: JSON.stringify(turns) });
  }

  async seen(): Promise<Seen[]> {
    return (await (await fetch(`${this.url}/seen`)).json()) as Seen[];
  }

  stop(): void {
    this.child?.kill("SIGKILL");
  }
}
