// The baseline worker: sends the same requests and parses each response as JSON, and nothing else.

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { url, count, atATime } = /** @type {any} */ (await request.json());
    let left = count;
    const one = async () => {
      while (left-- > 0) {
        const answer = await fetch(`${url}/${left}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ message: "What is 17 + 25? Answer with just the number." }),
        });
        await answer.json();
      }
    };
    await Promise.all(Array.from({ length: atATime }, one));
    return new Response("done");
  },
};
