// Moving a drawing about: wheel, drag, pinch, keys. Knows nothing of what is drawn.
const MOST = 9; // times as large as when all of it is seen
const RESTED = 140; // milliseconds after which a zoom has come to rest
const SLIP = 6; // pixels a finger may slip and still tap
const CLOSER = 1.7; // an opening that fills its room shows things at most so many times larger
const CLOSE = 2.6; // and what is shown by itself, at most so many times
const GLIDE = 450; // milliseconds; --calm in tokens.css is a little longer

/** What one looks at: the whole, the opening view of a room that the whole does not fill, or a place of one's own. */
type Sight = "whole" | "opening" | "own";

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

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
  gliding = $state(false); // on its way to another place, for the eye to follow
  #box = $state.raw({ width: 1, height: 1 });
  #sight: Sight = "opening"; // a change of size keeps it
  #focus: Area | null = null; // what the opening is about; none: all is seen
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
    if (this.#sight === "opening" || old.width <= 1) this.open(this.#focus);
    else if (this.#sight === "whole") this.fit();
    else {
      this.x += (width - old.width) / 2;
      this.y += (height - old.height) / 2;
      this.#keepInside();
    }
  }

  get room(): { width: number; height: number } {
    return this.#box;
  }

  /** See all of it. */
  fit(glide = false): void {
    this.#go(this.least, this.width / 2, this.height / 2, glide);
    this.#sight = "whole";
  }

  /** The view one begins with: all of it, or as much around this as fills the room. */
  open(focus: Area | null, glide = false): void {
    this.#focus = focus;
    const { width, height } = this.#box;
    const full = Math.max(width / this.width, height / this.height);
    const k = focus ? Math.min(full, this.least * CLOSER, this.#scaleFor(focus)) : this.least;
    const about = focus ?? { x: 0, y: 0, width: this.width, height: this.height };
    this.#go(k, about.x + about.width / 2, about.y + about.height / 2, glide);
    this.#sight = "opening";
  }

  /** The opening is about something else now: look there, if nobody has looked elsewhere. */
  reopen(focus: Area | null, glide = false): void {
    if (this.#sight === "opening") this.open(focus, glide);
    else this.#focus = focus;
  }

  #scaleFor(area: Area, margin = 45): number {
    const { width, height } = this.#box;
    return Math.max(this.least, Math.min((width - 2 * margin) / area.width, (height - 2 * margin) / area.height));
  }

  /** See this part of it. */
  show(area: Area, glide = false, most = this.least * CLOSE): void {
    this.#go(Math.min(most, this.#scaleFor(area)), area.x + area.width / 2, area.y + area.height / 2, glide);
    this.#sight = "own";
  }

  /** Is this part of it seen? */
  sees({ x, y, width, height }: Area, margin = 10): boolean {
    const left = this.x + x * this.k;
    const top = this.y + y * this.k;
    return (
      left >= margin &&
      top >= margin &&
      left + width * this.k <= this.#box.width - margin &&
      top + height * this.k <= this.#box.height - margin
    );
  }

  #go(k: number, x: number, y: number, glide: boolean): void {
    this.k = k;
    this.x = this.#box.width / 2 - x * k;
    this.y = this.#box.height / 2 - y * k;
    this.#keepInside();
    clearTimeout(this.#rest);
    this.gliding = glide;
    if (glide) this.#rest = setTimeout(() => this.#atRest(), GLIDE);
    else this.drawn = k;
  }

  #atRest(): void {
    this.gliding = false;
    this.drawn = this.k;
  }

  zoom(factor: number, px = this.#box.width / 2, py = this.#box.height / 2): void {
    const k = Math.min(this.least * MOST, Math.max(this.least, this.k * factor));
    this.x = px - ((px - this.x) * k) / this.k;
    this.y = py - ((py - this.y) * k) / this.k;
    this.k = k;
    // Until then the layers are scaled as they are, which costs no drawing.
    clearTimeout(this.#rest);
    this.gliding = false;
    this.#rest = setTimeout(() => this.#atRest(), RESTED);
    this.#sight = k > this.least * 1.01 ? "own" : "whole";
    this.#keepInside();
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    if (this.gliding) this.#atRest();
    if (this.#sight === "opening") this.#sight = "own";
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
      this.moving = true;
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
