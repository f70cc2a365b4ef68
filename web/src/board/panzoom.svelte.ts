// Moving a drawing about: wheel, drag, pinch, keys. Knows nothing of what is drawn.
const MOST = 9; // times as large as when all of it is seen
const RESTED = 140; // milliseconds after which a zoom has come to rest
const SLIP = 6; // pixels a finger may slip and still tap

export interface Tap {
  x: number; // in units of the drawing
  y: number;
  touch: boolean;
}

export class PanZoom {
  k = $state(1); // pixels per unit
  x = $state(0); // of the drawing's origin, in pixels
  y = $state(0);
  drawn = $state(1); // pixels per unit at which the layers are drawn sharp; follows k when it rests
  moving = $state(false);
  #box = $state.raw({ width: 1, height: 1 });
  #touched = false; // moved by hand: a change of size then keeps the place
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #pointers = new Map<number, { x: number; y: number }>();
  #travelled = 0;
  #lastTap = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly onTap: (tap: Tap) => void,
  ) {}

  get least(): number {
    return Math.min(this.#box.width / this.width, this.#box.height / this.height);
  }

  resize(width: number, height: number): void {
    const old = this.#box;
    this.#box = { width, height };
    if (!this.#touched || old.width <= 1) this.fit();
    else {
      this.x += (width - old.width) / 2;
      this.y += (height - old.height) / 2;
      this.#keepInside();
    }
  }

  /** See all of it. */
  fit(): void {
    this.k = this.drawn = this.least;
    this.x = (this.#box.width - this.width * this.k) / 2;
    this.y = (this.#box.height - this.height * this.k) / 2;
    this.#touched = false;
  }

  zoom(factor: number, px = this.#box.width / 2, py = this.#box.height / 2): void {
    const k = Math.min(this.least * MOST, Math.max(this.least, this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    // Until then the layers are scaled as they are, which costs no drawing.
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => (this.drawn = this.k), RESTED);
    this.#touched = k > this.least * 1.01;
    this.#keepInside();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.#touched = true;
    this.#keepInside();
  }

  /** Bring a point into sight, if it is not. */
  reveal(x: number, y: number, margin = 50): void {
    const px = this.x + x * this.k;
    const py = this.y + y * this.k;
    const { width, height } = this.#box;
    const dx = px < margin ? margin - px : px > width - margin ? width - margin - px : 0;
    const dy = py < margin ? margin - py : py > height - margin ? height - margin - py : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  toUnits(px: number, py: number): { x: number; y: number } {
    return { x: (px - this.x) / this.k, y: (py - this.y) / this.k };
  }

  #keepInside(): void {
    this.x = inside(this.x, this.width * this.k, this.#box.width);
    this.y = inside(this.y, this.height * this.k, this.#box.height);
  }

  // ---- events; coordinates are those of the element

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || !event.shiftKey) {
      const { x, y } = at(event);
      this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 500)), x, y);
    } else this.pan(-event.deltaY * lines, 0);
  };

  down = (event: PointerEvent): void => {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (!this.#pointers.size) this.#travelled = 0;
    this.#pointers.set(event.pointerId, at(event));
  };

  move = (event: PointerEvent): void => {
    const was = this.#pointers.get(event.pointerId);
    if (!was) return;
    const now = at(event);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    this.#pointers.set(event.pointerId, now);
    const other = others[0];
    if (other) {
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      this.#travelled = Infinity; // two fingers never tap
      this.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
      if (before > 1) this.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
      return;
    }
    this.#travelled += Math.hypot(now.x - was.x, now.y - was.y);
    if (this.#travelled > SLIP) {
      this.moving = true;
      this.pan(now.x - was.x, now.y - was.y);
    }
  };

  up = (event: PointerEvent): void => {
    const had = this.#pointers.delete(event.pointerId);
    this.moving = false;
    if (!had || this.#pointers.size || this.#travelled > SLIP || event.type === "pointercancel") return;
    const { x, y } = at(event);
    const touch = event.pointerType !== "mouse";
    const twice = touch && event.timeStamp - this.#lastTap < 280;
    this.#lastTap = event.timeStamp;
    if (twice) this.zoom(2, x, y);
    else this.onTap({ ...this.toUnits(x, y), touch });
  };

  key = (event: KeyboardEvent): void => {
    const step = 60;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      "+": () => this.zoom(1.3),
      "=": () => this.zoom(1.3),
      "-": () => this.zoom(1 / 1.3),
      "0": () => this.fit(),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
}

function at(event: MouseEvent): { x: number; y: number } {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Centred while there is room, else without a gap at either end. */
function inside(start: number, size: number, room: number): number {
  if (size <= room) return (room - size) / 2;
  return Math.min(0, Math.max(room - size, start));
}
