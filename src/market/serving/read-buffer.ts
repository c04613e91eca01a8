/** Memory for one read after the other: it grows to the largest of them, and what a read left is there until the next. */
export class ReadBuffer {
  #memory = Buffer.allocUnsafeSlow(0);

  atLeast(bytes: number): Buffer {
    if (this.#memory.length < bytes) this.#memory = Buffer.allocUnsafeSlow(bytes);
    return this.#memory.subarray(0, bytes);
  }
}
