// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// The script of a bundle's preview: shows what the frame tells, and sizes it as the app would.
enum BundlePreviewScript {
  static func source(_ bundle: InjectionBundle) -> JavaScriptSource {
    let constraints = bundle.unit.constraints
    return #"""
      (function () {
        'use strict';
        var limits = \#(JavaScriptLiteral(PreviewParts.limits(of: constraints)));
        var container = document.getElementById('container');
        var frame = container.querySelector('iframe');
        container.style.width = \#(JavaScriptLiteral(constraints.initial.width)) + 'px';
        container.style.height = \#(JavaScriptLiteral(constraints.initial.height)) + 'px';
        function row(table, cells) {
          var line = document.getElementById(table).insertRow();
          cells.forEach(function (cell, index) {
            var element = document.createElement(index ? 'td' : 'th');
            element.textContent = cell;
            line.appendChild(element);
          });
          return line;
        }
      \#(PreviewParts.clamp.indented(by: 2))
      \#(PreviewParts.reveal.indented(by: 2))
        function resize(message) {
          if (!(message.width > 0 && message.height > 0)) return;
          var width = clamp(message.width, limits, 'width');
          var height = clamp(message.height, limits, 'height');
          container.style.width = width + 'px';
          container.style.height = height + 'px';
          document.getElementById('size').textContent =
            message.width + ' × ' + message.height + ' reported, ' + width + ' × ' + height + ' shown';
        }
        window.addEventListener('message', function (event) {
          if (!frame || event.source !== frame.contentWindow) return;
          var told = event.data, body = told.body;
          if (told.kind === 'message') {
            reveal(row('messages', [told.at + ' ms', body.handler, JSON.stringify(body.body)]));
            if (body.body && body.body.type === 'adSize') resize(body.body);
          } else if (told.kind === 'targeting') {
            document.getElementById('targeting').textContent = '';
            body.forEach(function (pair) { row('targeting', [pair[0], pair[1].join(', ')]); });
          } else if (told.kind === 'seen') {
            Object.keys(body).forEach(function (name) {
              row('seen', [name, JSON.stringify(body[name])]);
            });
          } else if (told.kind === 'loaded') {
            frame.contentWindow.postMessage('render', '*');
          } else if (told.kind === 'ran') {
            var cell = document.querySelector('#script-' + CSS.escape(body) + ' .ran');
            cell.textContent = 'ran at ' + told.at + ' ms';
            cell.className = 'ran good';
          }
        });
        if (frame) frame.srcdoc = \#(JavaScriptLiteral(PreviewStandIn.page(bundle).html));
      })();
      """#
  }
}
