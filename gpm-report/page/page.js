// Switches between light and dark, sorts tables, copies the command. The page can be read without it. It is written without marks that XML reads otherwise.
(function () {
  "use strict";
  var root = document.documentElement;

  // Light and dark: what the reader's system prefers, until the button is used.
  var theme = document.getElementById("theme");
  var prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
  }
  function name() {
    theme.textContent = isDark() ? "Light colours" : "Dark colours";
  }
  theme.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  prefersDark.addEventListener("change", name);
  theme.hidden = false;
  name();

  // Values that are missing come last in either order.
  function value(row, column) {
    var cell = row.cells[column];
    var raw = cell.dataset.value;
    if (raw === undefined) return cell.textContent.trim();
    return raw === "" ? null : Number(raw);
  }
  function compare(a, b) {
    if (typeof a === "string") return a.localeCompare(b, "en", { numeric: true });
    return a - b;
  }
  function sort(table, header) {
    var column = header.cellIndex;
    var isNumber = header.classList.contains("number");
    var before = header.getAttribute("aria-sort");
    // Numbers begin with the largest, words with A.
    var first = isNumber ? "descending" : "ascending";
    var second = isNumber ? "ascending" : "descending";
    var order = before === first ? second : first;
    var sign = order === "ascending" ? 1 : -1;
    var body = table.tBodies[0];
    var rows = Array.from(body.rows).map(function (row) {
      return { row: row, value: value(row, column) };
    });
    rows.sort(function (a, b) {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    });
    rows.forEach(function (entry) {
      body.appendChild(entry.row);
    });
    table.querySelectorAll("thead th").forEach(function (other) {
      other.removeAttribute("aria-sort");
    });
    header.setAttribute("aria-sort", order);
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    if (table.tBodies[0].rows.length === 1) return;
    table.querySelectorAll("thead th").forEach(function (header) {
      var button = document.createElement("button");
      button.type = "button";
      button.append.apply(button, Array.from(header.childNodes));
      header.append(button);
      button.addEventListener("click", function () {
        sort(table, header);
      });
    });
  });

  // Some browsers let pages from files not write to the clipboard: then the command is selected instead.
  var copy = document.getElementById("copy");
  var command = document.getElementById("command");
  function select() {
    window.getSelection().selectAllChildren(command);
  }
  if (copy) {
    copy.hidden = false;
    copy.addEventListener("click", function () {
      select();
      if (!navigator.clipboard) return;
      navigator.clipboard.writeText(command.textContent).then(function () {
        copy.textContent = "Copied";
        window.setTimeout(function () {
          copy.textContent = "Copy";
        }, 2000);
      }, select);
    });
  }
})();
