/** The print button of an invoice. Without this script, the page says how to print it. */
const button = document.querySelector<HTMLButtonElement>('#print');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
