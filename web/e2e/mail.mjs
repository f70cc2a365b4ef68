// A mail server of our own: it takes everything and keeps the words.
import { createServer } from "node:net";

export async function startMailbox() {
  const taken = [];
  const server = createServer((socket) => {
    let rest = "";
    let mail = null;
    socket.write("220 here\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      rest += part;
      for (let end; (end = rest.indexOf("\r\n")) >= 0;) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (mail === null) {
          if (/^data/i.test(line)) mail = [];
          socket.write(mail ? "354 go on\r\n" : /^quit/i.test(line) ? "221 bye\r\n" : "250 fine\r\n");
        } else if (line === ".") {
          taken.push(words(mail.join("\n")));
          mail = null;
          socket.write("250 taken\r\n");
        } else mail.push(line.replace(/^\.\./, "."));
      }
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    taken,
    options: ["--smtp", `smtp://127.0.0.1:${server.address().port}`, "--mail-from", "club@carrozza.example"],
    async wait(count) {
      while (taken.length < count) await new Promise((later) => setTimeout(later, 20));
      return taken[count - 1];
    },
    close: () => server.close(),
  };
}

function words(mail) {
  const [head, ...parts] = mail.split("\n\n");
  const body = parts.join("\n\n");
  if (/encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
